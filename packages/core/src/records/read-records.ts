import { type Bytes, collect, peek } from "./byte-stream.ts";
import { decodeUtf8 } from "./decode-utf8.ts";
import { hasObject, once, readDocument } from "./json-document.ts";
import { parseJson } from "./parse-json.ts";
import { peekContent } from "./peek-content.ts";
import { peekLine, withoutBlank } from "./peek-line.ts";
import { badRecord, defaultRecordLimits, type RawRecord, type RecordLimits } from "./raw-record.ts";
import { readLines } from "./read-lines.ts";
import { type RecordContext, recordOfLine, recordsOf } from "./record-of-line.ts";
import { splitArray } from "./split-array.ts";

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
  limits: RecordLimits = defaultRecordLimits,
): AsyncGenerator<RawRecord> {
  const { base, opening, refusal, bytes: all } = await peekContent(bytes, limits.wholeBytes);
  if (refusal !== null) yield refusal;
  else if (opening === "{" || opening === "[") yield* readJson(skip(all, base), opening, { base, limits, wants });
  else yield* readText(all, limits);
}

async function* skip(bytes: Bytes, count: number): AsyncGenerator<Uint8Array> {
  let left = count;
  for await (const chunk of bytes) {
    const skipped = Math.min(left, chunk.length);
    left -= skipped;
    yield chunk.subarray(skipped);
  }
}

async function* readText(bytes: Bytes, { wholeBytes }: RecordLimits): AsyncGenerator<RawRecord> {
  const content = await collect(bytes, wholeBytes);
  const text = content === null ? null : decodeUtf8(content);
  if (content === null) yield badRecord("record-too-large", `text of more than ${wholeBytes} bytes`);
  else if (text === null) yield badRecord("invalid-utf8", "the text is no valid UTF-8");
  else yield { kind: "text", text: text.replace(/^\uFEFF/, ""), byteOffset: 0, byteLength: content.length };
}

async function* readJson(bytes: Bytes, opening: "{" | "[", context: RecordContext): AsyncGenerator<RawRecord> {
  const { recordBytes, wholeBytes } = context.limits;
  const { line, bytes: all } = await peekLine(bytes, opening === "[" ? Math.min(wholeBytes, recordBytes) : recordBytes);
  const first = line?.bytes ? parsedLine(line.bytes) : "too long";
  if (first === "too long") {
    if (opening === "{") yield* readJsonLines(all, null, context);
    else yield* recordsOf(splitArray(all, recordBytes), context, "element");
    return;
  }
  if (first !== null) {
    yield* readJsonLines(all, first, context);
    return;
  }
  const { head, bytes: again } = await peek(all, wholeBytes + 1);
  if (head.length <= wholeBytes) {
    const failure = await failureOf(again);
    yield* readDocument(head, { ...context, isBroken: failure !== null });
    if (failure !== null) throw failure.error;
    return;
  }
  const isArray = line?.bytes?.toString("latin1").trim() === "[";
  if (!isArray && (await hasObject(readLines(once(head), recordBytes)))) yield* readJsonLines(again, null, context);
  else if (opening === "[") yield* recordsOf(splitArray(again, recordBytes), context, "element");
  else {
    const content = await collect(again, recordBytes);
    if (content !== null) yield* readDocument(content, context);
    else yield badRecord("record-too-large", `one JSON value of more than ${recordBytes} bytes`, 1, context.base);
  }
}

function parsedLine(bytes: Buffer): { readonly value: unknown } | null {
  const text = decodeUtf8(bytes);
  const parsed = text === null ? {} : parseJson(text);
  return "value" in parsed ? parsed : null;
}

/** What a stream of which all bytes are known ends with: null when it ends well. */
async function failureOf(bytes: Bytes): Promise<{ readonly error: unknown } | null> {
  try {
    for await (const _ of bytes);
    return null;
  } catch (error) {
    return { error };
  }
}

/** `first` is the value of the first line when that has been parsed already. The only line of a stream is a document. */
async function* readJsonLines(
  bytes: Bytes,
  first: { readonly value: unknown } | null,
  context: RecordContext,
): AsyncGenerator<RawRecord> {
  const lines = withoutBlank(readLines(bytes, context.limits.recordBytes));
  const { value: line, done } = await lines.next();
  if (done) return;
  const byteOffset = context.base + line.byteOffset;
  let record: RawRecord | null = null;
  if (context.wants(byteOffset)) {
    const { number, byteLength } = line;
    record = first
      ? { kind: "json", value: first.value, from: "line", number, byteOffset, byteLength }
      : recordOfLine(line, context, "line");
  }
  const second = await lines.next();
  if (record !== null) yield second.done && record.kind === "json" ? { ...record, from: "document" } : record;
  if (second.done) return;
  if (context.wants(context.base + second.value.byteOffset)) yield recordOfLine(second.value, context, "line");
  yield* recordsOf(lines, context, "line");
}
