import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allOf, inChunks, untilFailure } from "../testing/in-chunks.ts";
import { collect, inPieces, peek } from "./byte-stream.ts";

const anyBytes = fc.uint8Array({ maxLength: 60 });
const anySizes = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 4 });

describe("peek", () => {
  test("gives the first bytes and consumes none", async () => {
    await fc.assert(
      fc.asyncProperty(anyBytes, anySizes, fc.nat({ max: 80 }), async (content, sizes, wanted) => {
        const { head, bytes } = await peek(inChunks(content, sizes), wanted);
        expect(head.length).toBeGreaterThanOrEqual(Math.min(wanted, content.length));
        expect(head).toEqual(Buffer.from(content.subarray(0, head.length)));
        expect(Buffer.concat(await allOf(bytes))).toEqual(Buffer.from(content));
      }),
    );
  });

  test("keeps a failure until the bytes before it have been read", async () => {
    async function* failing(start: string): AsyncGenerator<Uint8Array> {
      if (start !== "") yield Buffer.from(start);
      throw new Error("disk gone");
    }
    const { head, bytes } = await peek(failing("abc"), 10);
    expect(head.toString()).toBe("abc");
    const { bytes: read, error } = await untilFailure(bytes);
    expect([read.toString(), (error as Error).message]).toEqual(["abc", "disk gone"]);
    await expect(peek(failing(""), 10)).rejects.toThrow("disk gone");
  });

  test("lets go of the stream when its reader leaves", async () => {
    let isClosed = false;
    async function* watched(): AsyncGenerator<Uint8Array> {
      try {
        yield* inChunks("abcdef", [1]);
      } finally {
        isClosed = true;
      }
    }
    const { bytes } = await peek(watched(), 2);
    for await (const _ of bytes) break;
    expect(isClosed).toBe(true);
  });
});

describe("inPieces", () => {
  test("gives the same bytes, none longer than the limit", async () => {
    const pieces = await allOf(inPieces(inChunks("abcdefgh", [5]), 2));
    expect(pieces.map((piece) => piece.length)).toEqual([2, 2, 1, 2, 1]);
    expect(Buffer.concat(pieces).toString()).toBe("abcdefgh");
  });
});

describe("collect", () => {
  test("is everything up to the limit, and null beyond it", async () => {
    expect((await collect(inChunks("abc", [1]), 3))?.toString()).toBe("abc");
    expect(await collect(inChunks("abcd", [1]), 3)).toBeNull();
    expect(await collect(inChunks(""), 0)).toEqual(Buffer.alloc(0));
  });
});
