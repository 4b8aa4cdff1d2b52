import { createReadStream } from "node:fs";
import { type InputFile, peek, type RawRecord, readRecords } from "@memop/core";
import type { Scope, TrajectoryFormat } from "../../format.ts";
import { scopeOfFile } from "../file-scope.ts";
import { BLOCK_BYTES } from "../source-position.ts";
import type { ReadTask } from "./read-task.ts";

/** Small files go to a worker in lots of this size, so that starting a task costs nothing. */
const LOT_BYTES = 4 * 1024 * 1024;

/**
 * Cuts the inputs into tasks, in order: lots of small files, single files, and blocks of large JSONL files
 * whose records (or groups' members) do not have to be read together.
 *
 * Which tasks there are has no influence on the rows that come out.
 */
export async function planTasks(files: ReadTask["files"], only: TrajectoryFormat | null): Promise<ReadTask[]> {
  const tasks: ReadTask[] = [];
  let lot: ReadTask["files"][number][] = [];
  let lotBytes = 0;
  const closeLot = (): void => {
    if (lot.length > 0) tasks.push({ files: lot, block: null });
    lot = [];
    lotBytes = 0;
  };
  for (const each of files) {
    const { sizeBytes } = each.file;
    const scope = sizeBytes > 2 * BLOCK_BYTES ? await scopeOfJsonLines(each.file, only) : null;
    if (scope === "record" || scope === "group") {
      closeLot();
      for (let from = 0; from < sizeBytes; from += BLOCK_BYTES) {
        tasks.push({ files: [each], block: { from, to: Math.min(sizeBytes, from + BLOCK_BYTES) }, scope });
      }
      continue;
    }
    lot.push(each);
    lotBytes += sizeBytes;
    if (lotBytes >= LOT_BYTES) closeLot();
  }
  closeLot();
  return tasks;
}

/** Scope of an uncompressed JSONL file; null for any other. */
async function scopeOfJsonLines(file: InputFile, only: TrajectoryFormat | null): Promise<Scope | null> {
  if (file.path === "-") return null;
  const raw = createReadStream(file.path, { highWaterMark: 1 << 20 });
  try {
    // Text opens with a bracket; compressed files, archives and Parquet do not.
    const { head } = await peek(raw, 4096);
    if (!/^(\u00ef\u00bb\u00bf)?\s*[[{]/.test(head.toString("latin1"))) return null;
  } finally {
    raw.destroy();
  }
  const again = createReadStream(file.path, { highWaterMark: 1 << 20 });
  try {
    const records = readRecords(again)[Symbol.asyncIterator]();
    const { value: first } = await records.next();
    if (first?.kind !== "json" || first.from !== "line") return null;
    return await scopeOfFile(resumed(first, records), file.source, only);
  } catch {
    return null;
  } finally {
    again.destroy();
  }
}

async function* resumed(first: RawRecord, rest: AsyncIterableIterator<RawRecord>): AsyncGenerator<RawRecord> {
  yield first;
  yield* rest;
}
