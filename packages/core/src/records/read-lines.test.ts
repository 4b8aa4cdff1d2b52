import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allOf, inChunks } from "../testing/in-chunks.ts";
import { type Line, readLines } from "./read-lines.ts";

/** Bytes in which line ends are frequent. */
const anyBytes = fc
  .array(fc.oneof(fc.constantFrom(0x0a, 0x0d), fc.integer({ min: 0, max: 255 })), { maxLength: 200 })
  .map((bytes) => Buffer.from(bytes));
const anySizes = fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 8 });

async function lines(content: string | Uint8Array, sizes: readonly number[] = [], limit = 1e6): Promise<Line[]> {
  return allOf(readLines(inChunks(content, sizes), limit));
}

async function texts(content: string): Promise<(string | undefined)[]> {
  return (await lines(content)).map((line) => line.bytes?.toString("utf8"));
}

describe("readLines", () => {
  test("takes line ends of both kinds off", async () => {
    expect(await texts("a\nb\r\n\r\nc\r\n")).toEqual(["a", "b", "", "c"]);
  });

  test("gives a last line without line end, and says so", async () => {
    const found = await lines("a\nb");
    expect(found.map((line) => line.terminated)).toEqual([true, false]);
    expect(found[1]?.bytes?.toString()).toBe("b");
  });

  test("gives no line for the nothing after the last line end", async () => {
    expect(await lines("")).toEqual([]);
    expect(await texts("\n\n")).toEqual(["", ""]);
  });

  test("ends lines at line feeds only: not at U+2028, U+0085, form feeds or lone carriage returns", async () => {
    expect(await texts("a\u2028b\u0085c\fd\re\nf")).toEqual(["a\u2028b\u0085c\fd\re", "f"]);
  });

  test("gives the same lines whatever the chunks", async () => {
    await fc.assert(
      fc.asyncProperty(anyBytes, anySizes, async (bytes, sizes) => {
        expect(await lines(bytes, sizes)).toEqual(await lines(bytes));
      }),
    );
  });

  test("loses no byte: the lines and their ends are the content", async () => {
    await fc.assert(
      fc.asyncProperty(anyBytes, anySizes, async (bytes, sizes) => {
        let end = 0;
        for (const [at, line] of (await lines(bytes, sizes)).entries()) {
          expect(line.number).toBe(at + 1);
          expect(line.byteOffset).toBe(end);
          const raw = bytes.subarray(line.byteOffset, line.byteOffset + line.byteLength);
          expect(line.bytes).toEqual(raw.at(-1) === 0x0d ? raw.subarray(0, -1) : raw);
          end = line.byteOffset + line.byteLength + (line.terminated ? 1 : 0);
        }
        expect(end).toBe(bytes.length);
      }),
    );
  });

  test("skips a line beyond the limit without holding it, and reads on", async () => {
    const found = await lines(`ab\n${"x".repeat(50)}\ncd\n`, [7], 10);
    expect(found.map((line) => line.bytes?.toString() ?? null)).toEqual(["ab", null, "cd"]);
    expect(found[1]).toMatchObject({ number: 2, byteOffset: 3, byteLength: 50, terminated: true });
    expect(found[2]).toMatchObject({ number: 3, byteOffset: 54 });
  });

  test("holds no more than the limit of a line that never ends", async () => {
    const chunk = Buffer.alloc(1 << 20, "x");
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (let turn = 0; turn < 400; turn += 1) yield Buffer.from(chunk);
    }
    const before = process.memoryUsage().arrayBuffers;
    const [line] = await allOf(readLines(endless(), 1 << 20));
    expect(line).toMatchObject({ bytes: null, byteLength: 400 << 20, terminated: false });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(300 << 20);
  });
});
