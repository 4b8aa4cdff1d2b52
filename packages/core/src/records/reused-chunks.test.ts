import { rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { type Line, readLines } from "./read-lines.ts";
import { reusedChunks } from "./reused-chunks.ts";

async function linesOf(bytes: AsyncIterable<Uint8Array>): Promise<unknown[]> {
  const lines: unknown[] = [];
  // The bytes must be looked at before the next line is asked for.
  for await (const line of readLines(bytes, 1000)) lines.push(looked(line));
  return lines;
}

function looked({ bytes, ...line }: Line): unknown {
  return { ...line, text: bytes?.toString() ?? null };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

describe("pieces in memory that is used again", () => {
  test("give the lines of the file, whatever their size", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("", "a", "bc", "é😀", "x".repeat(50)), { maxLength: 12 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(60),
        async (lines, isTerminated, size, start) => {
          const content = Buffer.from(lines.join("\n") + (isTerminated ? "\n" : ""));
          const path = join(temporaryFolder({ a: content }), "a");
          const found = await linesOf(reusedChunks(path, start, size));
          expect(found).toEqual(await linesOf(once(content.subarray(start))));
        },
      ),
      { numRuns: 100 },
    );
  });

  test("of a file that is not there fail, and one may stop before the end", async () => {
    const folder = temporaryFolder({ a: "a\nb\nc\n" });
    for await (const chunk of reusedChunks(join(folder, "a"), 0, 2)) {
      expect(Buffer.from(chunk).toString()).toBe("a\n");
      break;
    }
    rmSync(join(folder, "a"));
    await expect(linesOf(reusedChunks(join(folder, "a"), 0))).rejects.toMatchObject({ code: "ENOENT" });
  });
});
