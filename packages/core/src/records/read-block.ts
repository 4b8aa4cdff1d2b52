import { createReadStream } from "node:fs";
import type { Bytes } from "./byte-stream.ts";
import { withoutBlank } from "./peek-line.ts";
import { defaultRecordLimits, type RawRecord } from "./raw-record.ts";
import { type Line, readLines } from "./read-lines.ts";
import { recordOfLine } from "./record-of-line.ts";
import { reusedChunks } from "./reused-chunks.ts";

/** A part of a JSONL file: the lines that start at a byte in [from, to). */
export interface Block {
  readonly from: number;
  readonly to: number;
}

/** What a block gives: records numbered from its own first line, and at its end how many lines it has. */
export type BlockItem = RawRecord | { readonly kind: "end"; readonly lines: number };

const LINE_FEED = 0x0a;

/**
 * Reads the lines of a JSONL file that start in a block, as `readRecords` reads them, without reading what stands before.
 *
 * Line numbers count from 1 at the block's first line; byte offsets are those of the file. A byte order mark is dropped.
 */
export async function* readBlock(path: string, block: Block): AsyncGenerator<BlockItem> {
  const context = { base: 0, limits: defaultRecordLimits };
  const opened = await openAtLine(path, block.from);
  let lines = 0;
  for await (const line of withoutBlank(
    linesUntil(opened, block.to, (count) => {
      lines = count;
    }),
  )) {
    yield recordOfLine(line, context, "line");
  }
  yield { kind: "end", lines };
}

/** Lines with their offset in the file, up to the first that starts at or after `to`. */
async function* linesUntil(opened: Opened, to: number, count: (lines: number) => void): AsyncGenerator<Line> {
  for await (const line of readLines(opened.bytes, defaultRecordLimits.recordBytes)) {
    const byteOffset = opened.start + line.byteOffset;
    // A byte order mark belongs to the first line, whatever block its text starts in.
    const isFirstOfFile = opened.isFileStart && line.byteOffset === 0;
    if (byteOffset >= to && !isFirstOfFile) return;
    count(line.number);
    yield { ...line, byteOffset };
  }
}

/** The bytes from the first line that starts at or after a place in the file. */
interface Opened {
  readonly start: number;
  readonly isFileStart: boolean;
  readonly bytes: Bytes;
}

async function openAtLine(path: string, from: number): Promise<Opened> {
  const skipped = from === 0 ? await byteOrderMark(path) : await bytesToLineStart(path, from);
  const start = from + skipped;
  return { start, isFileStart: from === 0, bytes: reusedChunks(path, start) };
}

async function byteOrderMark(path: string): Promise<number> {
  for await (const chunk of createReadStream(path, { end: 2 })) {
    return (chunk as Buffer).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0;
  }
  return 0;
}

/** A line starts at `from` when the byte before is a line feed. */
async function bytesToLineStart(path: string, from: number): Promise<number> {
  let skipped = -1;
  for await (const chunk of createReadStream(path, { start: from - 1, highWaterMark: 1 << 16 })) {
    const found = (chunk as Buffer).indexOf(LINE_FEED);
    if (found !== -1) return skipped + found + 1;
    skipped += (chunk as Buffer).length;
  }
  return skipped;
}
