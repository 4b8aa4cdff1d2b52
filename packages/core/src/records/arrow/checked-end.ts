import { MemopError } from "../../error.ts";
import type { Bytes } from "../byte-stream.ts";

/**
 * The bytes of a stream of messages, without the frame that a file has around it; the file's own index is not needed.
 *
 * Throws `BAD_INPUT` after them when they do not end as a complete file or stream does: with the file's magic, or with the
 * marker for the end of a stream. A reader alone would take a file that was cut between two batches for a whole one.
 */
export async function* checkedEnd(bytes: Bytes, form: "file" | "stream"): AsyncGenerator<Uint8Array> {
  let toSkip = form === "file" ? 8 : 0;
  let tail = Buffer.alloc(0);
  for await (const chunk of bytes) {
    tail = Buffer.concat([tail, chunk.subarray(-8)]).subarray(-8);
    const shown = chunk.subarray(toSkip);
    toSkip -= chunk.length - shown.length;
    if (shown.length > 0) yield shown;
  }
  const isWhole =
    form === "file"
      ? tail.subarray(-6).toString("latin1") === "ARROW1"
      : tail.equals(Buffer.from([255, 255, 255, 255, 0, 0, 0, 0]));
  if (!isWhole) throw new MemopError("BAD_INPUT", `an Arrow ${form} without its end`, { hint: "fetch it again" });
}
