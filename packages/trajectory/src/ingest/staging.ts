import { existsSync } from "node:fs";
import { mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  createTable,
  type Database,
  hashFile,
  openDatabase,
  type TableAppender,
  writeFileAtomic,
  writeParquet,
} from "@memop/core";
import { recordsTable } from "../tables/records-table.ts";
import { trajectoriesTable } from "../tables/trajectories-table.ts";
import type { StagedRow } from "./read-inputs.ts";
import { unitOf } from "./source-position.ts";

/** A part is closed at the first source boundary after this much trajectory text. */
export const PART_BYTES = 32 * 1024 * 1024;

/** Other records are written out after this many, so that a long list of tasks does not pile up in memory. */
const PART_RECORDS = 50_000;

/** One written pair of part files. */
interface StagedPart {
  readonly trajectories: string | null;
  readonly records: string | null;
  /** SHA-256 of the files, in that order. */
  readonly hashes: readonly string[];
  readonly units: readonly string[];
  readonly byFormat: Readonly<Record<string, number>>;
}

/** All part files in the order in which they were written, and the records in them by what they were taken for. */
export interface StagedParts {
  readonly trajectories: readonly string[];
  readonly records: readonly string[];
  readonly byFormat: Readonly<Record<string, number>>;
}

/** Rows on their way from the inputs to the workspace's tables, kept on disk so that an interrupted call goes on. */
export interface Staging {
  /** Units finished by an interrupted call: their rows need not be read again. */
  readonly doneUnits: readonly string[];
  /** Adds a row. Rows of one unit must come together. */
  add(row: StagedRow): Promise<void>;
  /** Writes what is left. */
  finish(): Promise<StagedParts>;
  /** Lets go of the databases without finishing; parts that are being written are written to their end. */
  close(): Promise<void>;
}

/**
 * Opens the staging area in `folder`, continuing an interrupted call when its journal has the same `key`.
 *
 * Finished parts stand in the journal with their hashes; a part that does not match is written again.
 */
export async function openStaging(folder: string, key: string, partBytes: number = PART_BYTES): Promise<Staging> {
  const journal = join(folder, "journal.jsonl");
  const done = await readJournal(folder, journal, key);
  if (done.length === 0) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
  }
  // Written anew: what the interruption cut off would spoil the line that comes after it.
  await writeFileAtomic(journal, [{ key }, ...done].map((each) => `${JSON.stringify(each)}\n`).join(""));
  const finishedUnits = new Set(done.flatMap((part) => part.units));
  const parts: StagedPart[] = [...done];
  let current = await openPart();
  const writing: Promise<void>[] = [];

  const closePart = async (): Promise<void> => {
    const closing = current;
    current = await openPart();
    // One part is written in the background while the next is filled; two at most are held in memory.
    try {
      await Promise.all(writing.splice(0));
    } catch (error) {
      closing.database.close();
      throw error;
    }
    if (closing.units.length === 0) {
      closing.database.close();
      return;
    }
    const number = parts.length;
    const name = String(number).padStart(5, "0");
    const part: StagedPart = {
      trajectories: closing.trajectories.rows > 0 ? `trajectories-${name}.parquet` : null,
      records: closing.records.rows > 0 ? `records-${name}.parquet` : null,
      hashes: [],
      units: closing.units,
      byFormat: closing.byFormat,
    };
    parts.push(part);
    const written = writePart(folder, journal, closing, part);
    // Its failure is seen where it is waited for.
    written.catch(() => undefined);
    writing.push(written);
  };

  return {
    doneUnits: [...finishedUnits],
    async add(staged) {
      const unit = unitOf(staged.at);
      if (finishedUnits.has(unit)) return;
      if (unit !== current.unit) {
        if (current.bytes >= partBytes || current.records.rows >= PART_RECORDS) await closePart();
        current.unit = unit;
        current.units.push(unit);
      }
      if (staged.table === "trajectories") {
        current.trajectories.append(staged.row);
        current.bytes += Number(staged.row.trajectory_bytes);
      } else current.records.append(staged.row);
      current.byFormat[staged.format] = (current.byFormat[staged.format] ?? 0) + (countsAsRecord(staged) ? 1 : 0);
    },
    async finish() {
      await closePart();
      await Promise.all(writing.splice(0));
      current.database.close();
      const byFormat: Record<string, number> = {};
      for (const part of parts) {
        for (const [format, count] of Object.entries(part.byFormat)) byFormat[format] = (byFormat[format] ?? 0) + count;
      }
      const files = (of: "trajectories" | "records"): string[] =>
        parts.flatMap((part) => (part[of] === null ? [] : [join(folder, part[of])]));
      return { trajectories: files("trajectories"), records: files("records"), byFormat };
    },
    async close() {
      current.database.close();
      // They write into the folder, so the lock must be held until they end. Another failure has been thrown already.
      await Promise.allSettled(writing);
    },
  };
}

/** What came inside a trajectory's record, and the statement that a report names only resolved tasks, are no records. */
function countsAsRecord(staged: StagedRow): boolean {
  if (staged.table === "trajectories") return true;
  const { kind } = staged.row;
  return kind !== "embedded-task" && kind !== "embedded-outcome" && kind !== "report";
}

/** `trajectories` with its JSON as UTF-8 bytes; `decode` makes text of them without a copy through JavaScript. */
const stagedTrajectories = {
  ...trajectoriesTable,
  columns: { ...trajectoriesTable.columns, trajectory_json: "BLOB" },
};
const partQueries = {
  trajectories: "SELECT * REPLACE (decode(trajectory_json) AS trajectory_json) FROM trajectories",
  records: "SELECT * FROM records",
} as const;

interface OpenPart {
  readonly database: Database;
  readonly trajectories: TableAppender;
  readonly records: TableAppender;
  readonly units: string[];
  readonly byFormat: Record<string, number>;
  unit: string;
  bytes: number;
}

async function openPart(): Promise<OpenPart> {
  const database = await openDatabase({ memoryMb: 1024 });
  return {
    database,
    trajectories: await createTable(database, stagedTrajectories, "trajectories"),
    records: await createTable(database, recordsTable, "records"),
    units: [],
    byFormat: {},
    unit: "",
    bytes: 0,
  };
}

async function writePart(folder: string, journal: string, part: OpenPart, staged: StagedPart): Promise<void> {
  const hashes: string[] = [];
  try {
    part.trajectories.finish();
    part.records.finish();
    for (const table of ["trajectories", "records"] as const) {
      const name = staged[table];
      if (name === null) continue;
      await writeParquet(part.database, partQueries[table], join(folder, name));
      hashes.push(await hashFile(join(folder, name)));
    }
  } finally {
    part.database.close();
  }
  await appendLine(journal, { ...staged, hashes });
}

async function appendLine(file: string, value: unknown): Promise<void> {
  const handle = await open(file, "a");
  try {
    await handle.writeFile(`${JSON.stringify(value)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Parts of an interrupted call with the same key, up to the first that is not whole. */
async function readJournal(folder: string, journal: string, key: string): Promise<StagedPart[]> {
  if (!existsSync(journal)) return [];
  const [head, ...lines] = (await readFile(journal, "utf8")).split("\n").filter((line) => line !== "");
  const parts: StagedPart[] = [];
  try {
    if (JSON.parse(head ?? "{}").key !== key) return [];
    for (const line of lines) {
      const part = JSON.parse(line) as StagedPart;
      const names = [part.trajectories, part.records].filter((name) => name !== null);
      for (const [at, name] of names.entries()) {
        const file = join(folder, name);
        if (!existsSync(file) || (await hashFile(file)) !== part.hashes[at]) return parts;
      }
      parts.push(part);
    }
  } catch {
    // A line that the interruption cut off: what stands before it is whole.
  }
  return parts;
}
