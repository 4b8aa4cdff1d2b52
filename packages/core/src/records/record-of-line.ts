import { decodeUtf8 } from "./decode-utf8.ts";
import { parseJson } from "./parse-json.ts";
import { badRecord, type RawRecord, type RecordLimits } from "./raw-record.ts";
import type { Line } from "./read-lines.ts";

/** What the reading of one stream has in common. */
export interface RecordContext {
  /** Bytes of the file before those that are split into lines: 3 after a byte order mark. */
  readonly base: number;
  readonly limits: RecordLimits;
  /** False for byte offsets that another reader takes care of. */
  readonly wants: (byteOffset: number) => boolean;
  /** True when the bytes end where their stream failed: what is cut off there is no record, not even a bad one. */
  readonly isBroken?: boolean;
}

/** The records that lines of JSONL, or elements of an array, are; those at offsets that are not wanted are left out. */
export async function* recordsOf(
  lines: AsyncIterable<Line>,
  context: RecordContext,
  from: "line" | "element",
): AsyncGenerator<RawRecord> {
  for await (const line of lines) {
    if (!context.wants(context.base + line.byteOffset)) continue;
    const record = recordOfLine(line, context, from);
    if (line.terminated || record.kind === "json" || !context.isBroken) yield record;
  }
}

/** The record that a line of JSONL, or an element of an array, is. */
export function recordOfLine(
  line: Line,
  { base, limits }: Pick<RecordContext, "base" | "limits">,
  from: "line" | "element",
): RawRecord {
  const { number, bytes, terminated, byteLength } = line;
  const byteOffset = base + line.byteOffset;
  const bad = (reason: string, message: string): RawRecord => badRecord(reason, message, number, byteOffset);
  if (bytes === null) {
    return bad("record-too-large", `${from} of ${byteLength} bytes: the limit is ${limits.recordBytes}`);
  }
  const text = decodeUtf8(bytes);
  if (text === null) return bad("invalid-utf8", `the ${from} is no valid UTF-8`);
  const parsed = parseJson(text);
  if ("value" in parsed) return { kind: "json", value: parsed.value, from, number, byteOffset, byteLength };
  // A line that has its end is whole: it was written like that.
  return bad(terminated ? "invalid-json" : parsed.reason, `the ${from} is no JSON: ${parsed.message}`);
}

/** True when a line is a JSON object with keys: what a record of JSONL looks like, and a line of a document hardly ever. */
export function isObjectLine({ bytes }: Line): boolean {
  if (bytes === null || bytes[0] !== 0x7b) return false;
  const parsed = parseJson(bytes.toString("utf8"));
  return "value" in parsed && Object.keys(parsed.value as object).length > 0;
}
