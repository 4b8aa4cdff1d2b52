import { isBlank, isBlankByte } from "./blank.ts";
import { type Bytes, peek } from "./byte-stream.ts";
import { badRecord, type RawRecord } from "./raw-record.ts";

/** What the beginning of a stream says about all of it. */
export interface Content {
  /** Bytes before the content: 3 for a byte order mark, else 0. */
  readonly base: number;
  /** The first character that is no white space, "" when there is none. */
  readonly opening: string;
  /** Why the stream cannot be read at all; null when it may be. */
  readonly refusal: RawRecord | null;
  /** The stream from its beginning. */
  readonly bytes: Bytes;
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Bytes at the start that decide what a stream is. */
const HEAD_BYTES = 4096;

/** Looks at a stream as far as there is white space only, and 4,096 bytes more; no further than about `limit`. */
export async function peekContent(stream: Bytes, limit: number): Promise<Content> {
  let wanted = HEAD_BYTES;
  let { head, bytes } = await peek(stream, wanted);
  while (head.length >= wanted && wanted < limit && isBlank(head)) {
    wanted = 2 * head.length;
    ({ head, bytes } = await peek(bytes, wanted));
  }
  const base = head.subarray(0, 3).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  const opening = openingOf(head.subarray(base));
  return { base, opening, refusal: refusalOfHead(head, opening), bytes };
}

/** The first character that is no white space, "" when there is none. */
function openingOf(head: Buffer): string {
  const start = head.findIndex((byte) => !isBlankByte(byte));
  return start === -1 ? "" : head.toString("latin1", start, start + 1);
}

function refusalOfHead(head: Buffer, opening: string): RawRecord | null {
  if (head.length === 0) return { ...badRecord("empty", "the file is empty"), text: "" };
  if (opening === "") {
    return { ...badRecord("empty", "the file holds nothing but white space"), text: "" };
  }
  const [a = 1, b = 1, c = a, d = b] = head;
  const isMarked = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff);
  const isUnmarked = (a === 0) !== (b === 0) && (a === 0) === (c === 0) && (b === 0) === (d === 0);
  if (isMarked || isUnmarked) {
    return badRecord("wrong-encoding", "UTF-16 text: expected UTF-8; convert it with iconv -f UTF-16 -t UTF-8");
  }
  // Zeros in JSON are a damaged record of a file whose other records may be good.
  const isJson = opening === "{" || opening === "[";
  if (!isJson && head.subarray(0, HEAD_BYTES).includes(0)) {
    return badRecord("binary", "binary content: expected JSON, JSONL or Parquet");
  }
  return null;
}
