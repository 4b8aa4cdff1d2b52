import { createReadStream } from "node:fs";
import { type InputFile, peek, readRecords } from "@memop/core";
import { formats } from "../../formats/index.ts";
import { BLOCK_BYTES } from "../source-position.ts";
import type { ReadTask } from "./read-task.ts";

/** Small files go to a worker in lots of this size, so that starting a task costs nothing. */
const LOT_BYTES = 4 * 1024 * 1024;

/**
 * Cuts the inputs into tasks, in order: lots of small files, single files, and blocks of large JSONL files.
 *
 * Which tasks there are has no influence on the rows that come out.
 */
export async function planTasks(files: ReadTask["files"]): Promise<ReadTask[]> {
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
    if (sizeBytes > 2 * BLOCK_BYTES && (await isPlainJsonLines(each.file))) {
      closeLot();
      for (let from = 0; from < sizeBytes; from += BLOCK_BYTES) {
        tasks.push({ files: [each], block: { from, to: Math.min(sizeBytes, from + BLOCK_BYTES) } });
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

/** True for an uncompressed file whose first line is a record of its own. */
async function isPlainJsonLines(file: InputFile): Promise<boolean> {
  if (file.path === "-") return false;
  const raw = createReadStream(file.path, { highWaterMark: 1 << 20 });
  try {
    // Text opens with a bracket; compressed files, archives and Parquet do not.
    const { head } = await peek(raw, 4096);
    if (!/^(\u00ef\u00bb\u00bf)?\s*[[{]/.test(head.toString("latin1"))) return false;
  } finally {
    raw.destroy();
  }
  const again = createReadStream(file.path, { highWaterMark: 1 << 20 });
  try {
    for await (const record of readRecords(again)) {
      if (record.kind !== "json" || record.from !== "line") return false;
      const format = formats.find((each) => each.matches(record.value));
      return format === undefined || format.scope === "record";
    }
    return false;
  } catch {
    return false;
  } finally {
    again.destroy();
  }
}
