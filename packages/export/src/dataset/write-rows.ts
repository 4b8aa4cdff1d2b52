import { join } from "node:path";
import { createTable, type Database, writeParquet } from "@memop/core";
import type { ExampleKind } from "../example.ts";
import { type ExportRefusal, isRefusal } from "../export-refusal.ts";
import type { RecipePlan } from "../recipe.ts";
import { assignSplits, type SplitName, type SplitPlan, splitNames } from "../splits/assign-splits.ts";
import type { Target } from "../target.ts";
import type { SplitWriter, Writer } from "../writer.ts";
import { portableRow } from "../writers/portable-row.ts";
import { provenanceRow, provenanceTable } from "./provenance-table.ts";
import { type RowTotals, rowTotals } from "./row-totals.ts";

/** What to write, how and where. */
export interface RowsJob {
  readonly plan: RecipePlan;
  readonly kind: ExampleKind;
  readonly target: Target;
  readonly writer: Writer;
  readonly splits: SplitPlan;
  /** An existing folder with a folder `tables` in it. */
  readonly folder: string;
  /** For the provenance table. */
  readonly database: Database;
}

/** What was written. */
export interface WrittenRows {
  readonly totals: RowTotals;
  readonly refused: readonly ExportRefusal[];
  readonly rowsOfSplit: Readonly<Record<SplitName, number>>;
  /** Row files with their split and number of rows. */
  readonly files: readonly { readonly file: string; readonly split: SplitName; readonly rows: number }[];
}

/** Writes all splits and `tables/provenance.parquet`. A split without rows has no file. */
export async function writeRows(job: RowsJob): Promise<WrittenRows> {
  const assigned = assignSplits(job.plan.slots, job.splits);
  const totals = rowTotals();
  const refused: ExportRefusal[] = [];
  const rowsOfSplit: Record<SplitName, number> = { train: 0, validation: 0, test: 0 };
  const files: { file: string; split: SplitName; rows: number }[] = [];
  const provenance = await createTable(job.database, provenanceTable, "provenance");
  for (const split of splitNames) {
    const order = [...assigned.keys()].filter((at) => assigned[at] === split);
    const rowsOfFile = new Map<string, number>();
    let writer: SplitWriter | null = null;
    try {
      for await (const example of job.plan.examples(order)) {
        if (isRefusal(example)) {
          refused.push(example);
          continue;
        }
        const portable = portableRow(job.target.toRow(example));
        if ("inexact" in portable) {
          const { candidateId, memoryId, taskId } = example.provenance;
          const message = `${portable.inexact} is ${portable.value}, which no JSON file can hold`;
          refused.push({ candidateId, memoryId, taskId, reason: "inexact-number", message });
          continue;
        }
        writer ??= await job.writer.open(job.folder, split, job.target.columns(job.kind));
        const place = await writer.write(portable.row);
        provenance.append(provenanceRow(example, split, place));
        totals.add(example, portable.replaced);
        rowsOfFile.set(place.file, place.row + 1);
        rowsOfSplit[split] += 1;
      }
    } finally {
      await writer?.close();
    }
    for (const [file, rows] of rowsOfFile) files.push({ file, split, rows });
  }
  provenance.finish();
  await writeParquet(job.database, "SELECT * FROM provenance", join(job.folder, "tables", "provenance.parquet"));
  return { totals, refused, rowsOfSplit, files };
}
