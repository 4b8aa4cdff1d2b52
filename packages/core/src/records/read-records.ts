import { type Bytes, collect, peek } from "./byte-stream.ts";
import { decodeUtf8 } from "./decode-utf8.ts";
import { type Line, readLines } from "./read-lines.ts";
import { splitArray } from "./split-array.ts";

/** One value of a stream of JSON, or what stood there instead. */
export type RawRecord =
  | {
      readonly kind: "json";
      readonly value: unknown;
      /** `document`: the whole stream; `line`: a line of JSONL; `element`: of a huge top-level array. */
      readonly from: "document" | "line" | "element";
      /** 1-based line or element; 1 for a document. */
      readonly number: number;
      readonly byteOffset: number;
      readonly byteLength: number;
    }
  | { readonly kind: "text"; readonly text: string; readonly byteOffset: 0; readonly byteLength: number }
  | {
      readonly kind: "bad";
      /** `invalid-json`, `truncated-json`, `invalid-utf8`, `wrong-encoding`, `record-too-large`, `empty`, `binary`. */
      readonly reason: string;
      readonly message: string;
      readonly number: number;
      readonly byteOffset: number;
    };

/** Longest single record that is read: beyond it V8's strings and memory end. */
export const MAX_RECORD_BYTES = 256 * 1024 * 1024;

/** Arrays up to this size are parsed whole; larger ones are split into elements. */
const MAX_WHOLE_ARRAY_BYTES = 64 * 1024 * 1024;

/** Lines at the start that decide whether a stream is JSONL. */
const LINES_TO_TRY = 3;

/**
 * Reads a byte stream as JSONL, as one JSON document, or as text, whichever its content is.
 *
 * Every byte is accounted for: a line that is no JSON becomes a `bad` record and the next line is read. Blank lines are
 * skipped. A byte order mark is dropped. Errors of the underlying stream are thrown after the records before them. Lines
 * and elements whose byte offset `wants` refuses are passed over without being parsed.
 */
export async function* readRecords(
  bytes: Bytes,
  wants: (byteOffset: number) => boolean = () => true,
): AsyncGenerator<RawRecord> {
  const { head, bytes: all } = await peek(bytes, 4096);
  const refusal = refusalOfHead(head);
  if (refusal !== null) {
    yield refusal;
    return;
  }
  const start = head.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  const opening = head.toString("latin1", start).trimStart()[0];
  if (opening === "{" || opening === "[") yield* readJson(skip(all, start), start, opening, wants);
  else yield* readText(all);
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

function refusalOfHead(head: Buffer): RawRecord | null {
  const bad = (reason: string, message: string): RawRecord => ({
    kind: "bad",
    reason,
    message,
    number: 1,
    byteOffset: 0,
  });
  if (head.length === 0) return bad("empty", "the file is empty");
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) {
    return bad("wrong-encoding", "UTF-16 text: expected UTF-8; convert it with iconv -f UTF-16 -t UTF-8");
  }
  if (head.includes(0)) return bad("binary", "binary content: expected JSON, JSONL or Parquet");
  return null;
}

async function* skip(bytes: Bytes, count: number): AsyncGenerator<Uint8Array> {
  let left = count;
  for await (const chunk of bytes) {
    yield left === 0 ? chunk : chunk.subarray(left);
    left = 0;
  }
}

async function* readText(bytes: Bytes): AsyncGenerator<RawRecord> {
  const content = await collect(bytes, MAX_WHOLE_ARRAY_BYTES);
  if (content === null) {
    yield bad("record-too-large", `text of more than ${MAX_WHOLE_ARRAY_BYTES} bytes`, 1, 0);
    return;
  }
  const text = decodeUtf8(content);
  if (text === null) yield bad("invalid-utf8", "the text is no valid UTF-8", 1, 0);
  else yield { kind: "text", text, byteOffset: 0, byteLength: content.length };
}

async function* readJson(
  bytes: Bytes,
  base: number,
  opening: "{" | "[",
  wants: (byteOffset: number) => boolean,
): AsyncGenerator<RawRecord> {
  const lines = withoutBlank(readLines(bytes, MAX_RECORD_BYTES));
  const tried: Line[] = [];
  while (tried.length < LINES_TO_TRY) {
    const next = await lines.next();
    if (next.done) break;
    // The line's bytes belong to a chunk that the next read may reuse.
    tried.push({ ...next.value, bytes: next.value.bytes && Buffer.from(next.value.bytes) });
    const value = jsonRecord(next.value, tried.length === 1);
    if (value === undefined) continue;
    yield* readJsonLines(tried, value, lines, base, wants);
    return;
  }
  const whole = joined(tried, lines);
  if (opening === "{") {
    const content = await collect(whole, MAX_RECORD_BYTES);
    if (content === null)
      yield bad("record-too-large", `one JSON value of more than ${MAX_RECORD_BYTES} bytes`, 1, base);
    else yield* documentOf(content, base);
    return;
  }
  const { head, bytes: again } = await peek(whole, MAX_WHOLE_ARRAY_BYTES + 1);
  if (head.length <= MAX_WHOLE_ARRAY_BYTES) yield* documentOf(head, base);
  else {
    for await (const element of splitArray(again, MAX_RECORD_BYTES)) {
      if (wants(base + element.byteOffset)) yield* recordOfLine(element, base, "element");
    }
  }
}

/** `tried` are the lines read so far, the last of which is a record with the given value (null: too long to read). */
async function* readJsonLines(
  tried: readonly Line[],
  value: unknown,
  rest: AsyncGenerator<Line>,
  base: number,
  wants: (byteOffset: number) => boolean,
): AsyncGenerator<RawRecord> {
  for (const line of tried.slice(0, -1)) if (wants(base + line.byteOffset)) yield* recordOfLine(line, base);
  const last = tried[tried.length - 1] as Line;
  const second = await rest.next();
  if (!wants(base + last.byteOffset)) {
    // Another reader's part.
  } else if (last.bytes === null || decodeUtf8(last.bytes) === null) yield* recordOfLine(last, base);
  else {
    const from = second.done && tried.length === 1 ? "document" : "line";
    const byteOffset = base + last.byteOffset;
    yield { kind: "json", value, from, number: last.number, byteOffset, byteLength: last.byteLength };
  }
  if (second.done) return;
  if (wants(base + second.value.byteOffset)) yield* recordOfLine(second.value, base);
  for await (const line of rest) if (wants(base + line.byteOffset)) yield* recordOfLine(line, base);
}

async function* withoutBlank(lines: AsyncIterable<Line>): AsyncGenerator<Line> {
  for await (const line of lines) {
    if (line.bytes === null || !isBlank(line.bytes.subarray(0, 64)) || !isBlank(line.bytes)) yield line;
  }
}

/** Puts lines back together; a carriage return before a line feed is lost, which JSON does not mind. */
async function* joined(first: readonly Line[], rest: AsyncIterable<Line>): AsyncGenerator<Uint8Array> {
  const lineFeed = Buffer.from("\n");
  // A line beyond the limit makes the whole too large as well.
  const padded = (line: Line): Uint8Array[] => [line.bytes ?? Buffer.alloc(MAX_RECORD_BYTES + 1), lineFeed];
  for (const line of first) yield* padded(line);
  for await (const line of rest) yield* padded(line);
}

/**
 * The line's value when it is a record: the first line may be any JSON object or array, a later one must be an object
 * with keys. Undefined when it is none; null for a line that is too long to be read.
 */
function jsonRecord(line: Line, isFirst: boolean): unknown {
  if (line.bytes === null) return null;
  const opening = line.bytes[0];
  if (opening !== 0x7b && !isFirst) return undefined;
  try {
    const value: unknown = JSON.parse(line.bytes.toString("utf8"));
    const isRecord = typeof value === "object" && value !== null && (isFirst || Object.keys(value).length > 0);
    return isRecord ? value : undefined;
  } catch {
    return undefined;
  }
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}

function* recordOfLine(line: Line, base: number, from: "line" | "element" = "line"): Generator<RawRecord> {
  const { number, bytes, terminated, byteLength } = line;
  const byteOffset = base + line.byteOffset;
  if (bytes === null) {
    yield bad(
      "record-too-large",
      `${from} of ${byteLength} bytes: the limit is ${MAX_RECORD_BYTES}`,
      number,
      byteOffset,
    );
    return;
  }
  const text = decodeUtf8(bytes);
  if (text === null) {
    yield bad("invalid-utf8", `the ${from} is no valid UTF-8`, number, byteOffset);
    return;
  }
  try {
    yield { kind: "json", value: JSON.parse(text), from, number, byteOffset, byteLength };
  } catch (error) {
    const reason = terminated ? "invalid-json" : "truncated-json";
    yield bad(reason, `the ${from} is no JSON: ${(error as Error).message}`, number, byteOffset);
  }
}

/** The whole content as one value; when it is none, as lines if any line is a record, else one refusal. */
function* documentOf(content: Buffer, base: number): Generator<RawRecord> {
  const text = decodeUtf8(content);
  if (text === null) {
    yield bad("invalid-utf8", "the document is no valid UTF-8", 1, base);
    return;
  }
  let failure: string;
  try {
    yield {
      kind: "json",
      value: JSON.parse(text),
      from: "document",
      number: 1,
      byteOffset: base,
      byteLength: content.length,
    };
    return;
  } catch (error) {
    failure = (error as Error).message;
  }
  const lines = linesOf(content);
  if (lines.some((line) => jsonRecord(line, false) !== undefined)) {
    for (const line of lines) yield* recordOfLine(line, base);
    return;
  }
  const reason = /end of JSON input|Unterminated/.test(failure) ? "truncated-json" : "invalid-json";
  yield bad(reason, `the document is no JSON: ${failure}`, 1, base);
}

function linesOf(content: Buffer): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (let number = 1; start < content.length; number += 1) {
    const found = content.indexOf(0x0a, start);
    const end = found === -1 ? content.length : found;
    const bytes = content.subarray(start, end);
    if (!isBlank(bytes))
      lines.push({ number, byteOffset: start, bytes, byteLength: bytes.length, terminated: found !== -1 });
    start = end + 1;
  }
  return lines;
}

function bad(reason: string, message: string, number: number, byteOffset: number): RawRecord {
  return { kind: "bad", reason, message, number, byteOffset };
}
