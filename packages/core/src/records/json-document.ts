import { isBlankByte } from "./blank.ts";
import { decodeUtf8 } from "./decode-utf8.ts";
import { parseJson } from "./parse-json.ts";
import { withoutBlank } from "./peek-line.ts";
import { badRecord, type RawRecord } from "./raw-record.ts";
import { type Line, readLines } from "./read-lines.ts";
import { isObjectLine, type RecordContext, recordsOf } from "./record-of-line.ts";
import { splitArray } from "./split-array.ts";

/**
 * Reads a whole content as one JSON value. When it is none: as lines if any of them is a record, as the elements of an
 * array that breaks off if any of them is an object, else as one refusal.
 */
export async function* readDocument(content: Buffer, context: RecordContext): AsyncGenerator<RawRecord> {
  const text = decodeUtf8(content);
  const parsed = text === null ? null : parseJson(text);
  if (parsed !== null && "value" in parsed) {
    const byteLength = content.length;
    yield { kind: "json", value: parsed.value, from: "document", number: 1, byteOffset: context.base, byteLength };
    return;
  }
  const lines = (): AsyncGenerator<Line> => withoutBlank(readLines(once(content), context.limits.recordBytes));
  if (await hasObject(lines())) {
    yield* recordsOf(lines(), context, "line");
    return;
  }
  const elements = (): AsyncGenerator<Line> => splitArray(once(content), context.limits.recordBytes);
  if (content.toString("latin1", 0, 4096).trimStart().startsWith("[") && (await hasObject(withoutIndent(elements())))) {
    yield* recordsOf(elements(), context, "element");
    return;
  }
  if (context.isBroken) return;
  if (text === null || parsed === null) {
    yield badRecord("invalid-utf8", "the document is no valid UTF-8", 1, context.base);
    return;
  }
  yield { ...badRecord(parsed.reason, `the document is no JSON: ${parsed.message}`, 1, context.base), text };
}

/** True when one of the lines is an object with keys. */
export async function hasObject(lines: AsyncIterable<Line>): Promise<boolean> {
  for await (const line of lines) if (isObjectLine(line)) return true;
  return false;
}

async function* withoutIndent(elements: AsyncIterable<Line>): AsyncGenerator<Line> {
  for await (const element of elements) {
    const start = element.bytes?.findIndex((byte) => !isBlankByte(byte)) ?? -1;
    yield start < 1 ? element : { ...element, bytes: element.bytes?.subarray(start) ?? null };
  }
}

/** A content as a stream of one piece. */
export async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
