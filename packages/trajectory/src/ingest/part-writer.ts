import { join } from "node:path";
import { createTable, hashFile, openDatabase, waitingRows, writeParquet } from "@memop/core";
import { recordsTable } from "../tables/records-table.ts";
import { trajectoriesTable } from "../tables/trajectories-table.ts";
import type { StagedRow } from "./read-inputs.ts";

/** One written pair of part files. */
export interface StagedPart {
  /** Names of the files in the staging folder; null for a table without rows. */
  readonly trajectories: string | null;
  readonly records: string | null;
  /** SHA-256 of the files, in that order. */
  readonly hashes: readonly string[];
  readonly units: readonly string[];
  /** Records in the part by what they were taken for. */
  readonly byFormat: Readonly<Record<string, number>>;
}

/** Collects the rows of a part and writes its files. */
export interface PartWriter {
  /** Number of rows of `records`. */
  readonly recordRows: number;
  add(row: StagedRow): void;
  /** Writes `trajectories-<name>.parquet` and `records-<name>.parquet` into `folder`. To be called once, at the end. */
  write(folder: string, name: string, units: readonly string[]): Promise<StagedPart>;
  /** Lets go of the rows; to be called in any case. */
  close(): void;
}

/** `trajectories` with its JSON as UTF-8 bytes; `decode` makes text of them without a copy through JavaScript. */
const stagedTrajectories = {
  ...trajectoriesTable,
  columns: { ...trajectoriesTable.columns, trajectory_json: "BLOB" },
};
const partQueries = {
  trajectories: "SELECT * REPLACE (decode(trajectory_json) AS trajectory_json) FROM trajectories()",
  records: "SELECT * FROM records",
} as const;

/** Opens a writer for one part. The same rows in the same order give the same bytes, whoever writes them. */
export async function openPartWriter(): Promise<PartWriter> {
  const database = await openDatabase({ memoryMb: 1024 });
  const trajectories = waitingRows(database, stagedTrajectories, "trajectories");
  const records = await createTable(database, recordsTable, "records");
  const byFormat: Record<string, number> = {};
  return {
    get recordRows() {
      return records.rows;
    },
    add(staged) {
      (staged.table === "trajectories" ? trajectories : records).append(staged.row);
      byFormat[staged.format] = (byFormat[staged.format] ?? 0) + (countsAsRecord(staged) ? 1 : 0);
    },
    async write(folder, name, units) {
      trajectories.finish();
      records.finish();
      const hashes: string[] = [];
      const written = async (table: keyof typeof partQueries, rows: number): Promise<string | null> => {
        if (rows === 0) return null;
        const file = `${table}-${name}.parquet`;
        await writeParquet(database, partQueries[table], join(folder, file));
        hashes.push(await hashFile(join(folder, file)));
        return file;
      };
      const files = {
        trajectories: await written("trajectories", trajectories.rows),
        records: await written("records", records.rows),
      };
      return { ...files, hashes, units, byFormat };
    },
    close: () => database.close(),
  };
}

/** What came inside a trajectory's record, and the statement that a report names only resolved tasks, are no records. */
function countsAsRecord(staged: StagedRow): boolean {
  if (staged.table === "trajectories") return true;
  const { kind } = staged.row;
  return kind !== "embedded-task" && kind !== "embedded-outcome" && kind !== "report";
}
