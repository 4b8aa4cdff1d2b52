import { MemopError } from "../../error.ts";
import type { Row } from "../../tables/table-schema.ts";
import type { Bytes } from "../byte-stream.ts";
import { arrowValue } from "./arrow-value.ts";
import { checkedEnd } from "./checked-end.ts";

/** What a file of Arrow's IPC format is; null for any other bytes. Hugging Face `datasets` writes streams. */
export function arrowFormOf(head: Uint8Array): "file" | "stream" | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length);
  if (bytes.subarray(0, 6).toString("latin1") === "ARROW1") return "file";
  const isMessage = bytes.length >= 8 && bytes.readInt32LE(0) === -1;
  // The schema's message follows: a whole number of eight bytes, and never a large one.
  return isMessage && bytes.readInt32LE(4) > 0 && bytes.readInt32LE(4) % 8 === 0 ? "stream" : null;
}

/**
 * Streams the rows of an Arrow IPC file or stream as plain objects, a record batch at a time.
 *
 * Throws `BAD_INPUT`, naming the source, when it is damaged, cut off or compressed in a way that is not read (LZ4).
 */
export async function* readArrowRows(bytes: Bytes, form: "file" | "stream", source: string): AsyncGenerator<Row> {
  const { RecordBatchReader, compressionRegistry } = await import("apache-arrow");
  const { decompress } = await import("fzstd");
  // A copy, because the reader makes arrays of numbers of it, which have to be aligned.
  compressionRegistry.set(ZSTD, { decode: (data) => new Uint8Array(decompress(data)) });
  const messages = checkedEnd(bytes, form);
  try {
    // The reader stops at the last batch and lets go of what it reads from; the end is checked after it.
    const reader = await RecordBatchReader.from({ [Symbol.asyncIterator]: () => ({ next: () => messages.next() }) });
    await reader.open();
    for await (const batch of reader) {
      const names = batch.schema.fields.map((field) => field.name);
      const columns = names.map((_, at) => batch.getChildAt(at));
      for (let row = 0; row < batch.numRows; row += 1) {
        yield Object.fromEntries(
          names.map((name, at) => [name, arrowValue(columns[at]?.get(row), columns[at]?.type ?? null)]),
        );
      }
    }
    for await (const _ of messages);
  } catch (error) {
    if (error instanceof MemopError) throw error;
    const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    const isLz4 = reason.includes("codec not found");
    throw new MemopError("BAD_INPUT", `${source} cannot be read as Arrow: ${isLz4 ? "compressed with LZ4" : reason}`, {
      hint: isLz4 ? "write it as Parquet, or as Arrow without compression" : "fetch or write the file again",
      cause: error,
    });
  } finally {
    await messages.return(undefined);
  }
}

/** Number of Zstandard in Arrow's `CompressionType`. */
const ZSTD = 1;
