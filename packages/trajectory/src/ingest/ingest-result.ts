import type { StageRecord } from "@memop/core";
import { labelPath } from "./labels.ts";
import type { LabelledInput } from "./read-inputs.ts";
import { type RefusedRecord, refusedLine } from "./refused-records.ts";
import type { Sealed } from "./seal.ts";

/** What one call of `ingest` read, as `--json` prints it. `used + refused = read`. */
export interface IngestResult {
  readonly read: number;
  readonly used: number;
  readonly refused: number;
  /** Records by what they were taken for. */
  readonly byFormat: Readonly<Record<string, number>>;
  /** Refused records by reason code. */
  readonly byReason: Readonly<Record<string, number>>;
  /** Inputs that the workspace had already, unchanged: they were not read again and are not counted above. */
  readonly known: number;
  /** Size of the inputs. */
  readonly bytes: number;
  readonly seconds: number;
}

/**
 * Counts a call: its refusals are those whose source is among its inputs. Standard input has one name however often it is
 * read: of its refusals those among `earlier`, lines of `refused/ingest.jsonl` before the call, are not counted.
 */
export function countIngested(
  staged: Readonly<Record<string, number>>,
  refused: readonly RefusedRecord[],
  inputs: readonly LabelledInput[],
  size: { readonly known: number; readonly bytes: number; readonly seconds: number },
  earlier: readonly string[],
): IngestResult {
  const left = [...earlier];
  const isEarlier = (each: RefusedRecord): boolean => {
    const at = archiveOf(each.sourceFile) === "-" ? left.indexOf(refusedLine(each)) : -1;
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  };
  const bySource = new Map(inputs.map((input) => [input.file.source, input]));
  const mine = refused.filter((each) => {
    const input = bySource.get(each.sourceFile) ?? bySource.get(archiveOf(each.sourceFile));
    const labels = input?.labelsOf(labelPath(input.file.under, each.sourceFile));
    return labels?.condition === each.condition && labels.run === each.run && !isEarlier(each);
  });
  const byFormat = Object.fromEntries(
    Object.entries(staged)
      .filter(([name]) => name !== "refused")
      .sort(),
  );
  const recognised = Object.values(byFormat).reduce((sum, count) => sum + count, 0);
  const used = recognised - mine.filter((each) => each.reason === "duplicate").length;
  return { read: used + mine.length, used, refused: mine.length, byFormat, byReason: byReason(mine), ...size };
}

/** Counts of all that the tables hold, as the manifest keeps them: a source that was read twice counts once. */
export function totalCounts({ used, refused }: Pick<Sealed, "used" | "refused">): StageRecord["counts"] {
  return { read: used + refused.length, used, refused: refused.length, byReason: byReason(refused) };
}

/** Number of refusals of each reason, sorted by reason. */
function byReason(refused: readonly RefusedRecord[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reason } of refused) counts[reason] = (counts[reason] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort());
}

/** The file that was given: of an archive's member the archive. */
export function archiveOf(sourceFile: string): string {
  const member = sourceFile.indexOf("#");
  return member === -1 ? sourceFile : sourceFile.slice(0, member);
}
