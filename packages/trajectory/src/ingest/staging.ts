import { existsSync } from "node:fs";
import { mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { hashFile, writeFileAtomic } from "@memop/core";
import { openPartWriter, type PartWriter, type StagedPart } from "./part-writer.ts";
import { isLargeUnit } from "./plan-parts.ts";
import type { StagedRow } from "./read-inputs.ts";
import { unitOf } from "./source-position.ts";

/** A part is closed at the first source boundary after this much trajectory text. */
export const PART_BYTES = 32 * 1024 * 1024;

/** Other records are written out after this many, so that a long list of tasks does not pile up in memory. */
const PART_RECORDS = 50_000;

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
  /** Adds a unit whose part files were written into the folder already. */
  addPart(part: StagedPart): Promise<void>;
  /** Writes what is left. */
  finish(): Promise<StagedParts>;
  /** Lets go of the rows without finishing; parts that are being written are written to their end. */
  close(): Promise<void>;
}

/**
 * Opens the staging area in `folder`, continuing an interrupted call when its journal has the same `key`.
 *
 * Finished parts stand in the journal with their hashes; a part that does not match is written again. With `inBackground`
 * one part is written while the next is filled.
 */
export async function openStaging(
  folder: string,
  key: string,
  {
    partBytes = PART_BYTES,
    inBackground = true,
  }: { readonly partBytes?: number | undefined; readonly inBackground?: boolean } = {},
): Promise<Staging> {
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
  let lastLine: Promise<void> = Promise.resolve();

  /** Notes a part whose files lie on disk. Lines must not mix. */
  const addWritten = (part: StagedPart): Promise<void> => {
    parts.push(part);
    lastLine = lastLine.then(() => appendLine(journal, part));
    return lastLine;
  };

  const writePart = async ({ writer, units }: OpenPart): Promise<void> => {
    try {
      const name = String(parts.length).padStart(5, "0");
      await addWritten(await writer.write(folder, name, units));
    } finally {
      writer.close();
    }
  };

  const closePart = async (): Promise<void> => {
    const closing = current;
    current = await openPart();
    // Two parts at most are held in memory.
    try {
      await Promise.all(writing.splice(0));
    } catch (error) {
      closing.writer.close();
      throw error;
    }
    if (closing.units.length === 0) {
      closing.writer.close();
      return;
    }
    const written = writePart(closing);
    if (!inBackground) return written;
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
        const isFull = current.bytes >= partBytes || isLargeUnit(current.unitBytes, partBytes);
        if (isFull || current.writer.recordRows >= PART_RECORDS) await closePart();
        current.unit = unit;
        current.unitBytes = 0;
        current.units.push(unit);
      }
      current.writer.add(staged);
      if (staged.table !== "trajectories") return;
      const bytes = Number(staged.row.trajectory_bytes);
      current.bytes += bytes;
      current.unitBytes += bytes;
    },
    async addPart(part) {
      if (current.units.length > 0) await closePart();
      await addWritten(part);
    },
    async finish() {
      await closePart();
      await Promise.all(writing.splice(0));
      current.writer.close();
      const byFormat: Record<string, number> = {};
      for (const part of parts) {
        for (const [format, count] of Object.entries(part.byFormat)) byFormat[format] = (byFormat[format] ?? 0) + count;
      }
      const files = (of: "trajectories" | "records"): string[] =>
        parts.flatMap((part) => (part[of] === null ? [] : [join(folder, part[of])]));
      return { trajectories: files("trajectories"), records: files("records"), byFormat };
    },
    async close() {
      current.writer.close();
      // They write into the folder, so the lock must be held until they end. Another failure has been thrown already.
      await Promise.allSettled(writing);
    },
  };
}

interface OpenPart {
  readonly writer: PartWriter;
  readonly units: string[];
  /** The unit that is being added, and its trajectory text so far. */
  unit: string;
  unitBytes: number;
  /** Trajectory text of all units. */
  bytes: number;
}

async function openPart(): Promise<OpenPart> {
  return { writer: await openPartWriter(), units: [], unit: "", unitBytes: 0, bytes: 0 };
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
