import { open } from "node:fs/promises";

const LINE_FEED = 0x0a;

/**
 * The bytes of a file from `start`, in pieces that end at line feeds where there are any. Reads ahead by one piece.
 *
 * Pieces lie in memory that is used again: one that ends with a line feed is valid until the next is asked for, so whole
 * lines need no memory of their own. What stands behind the last line feed is copied, and may be kept.
 */
export async function* reusedChunks(path: string, start: number, size = 1 << 20): AsyncGenerator<Uint8Array> {
  const handle = await open(path, "r");
  const buffers = [Buffer.allocUnsafeSlow(size), Buffer.allocUnsafeSlow(size)] as const;
  let position = start;
  const read = (into: 0 | 1): Promise<{ bytesRead: number }> => handle.read(buffers[into], 0, size, position);
  let current: 0 | 1 = 0;
  let reading = read(current);
  try {
    for (;;) {
      const { bytesRead } = await reading;
      if (bytesRead === 0) return;
      const chunk = buffers[current].subarray(0, bytesRead);
      position += bytesRead;
      current = current === 0 ? 1 : 0;
      reading = read(current);
      const end = chunk.lastIndexOf(LINE_FEED) + 1;
      if (end > 0) yield chunk.subarray(0, end);
      if (end < bytesRead) yield Buffer.from(chunk.subarray(end));
    }
  } finally {
    // The file must not be closed under a reading.
    await reading.catch(() => undefined);
    await handle.close();
  }
}
