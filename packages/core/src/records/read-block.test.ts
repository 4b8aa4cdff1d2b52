import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { allOf, inChunks } from "../testing/in-chunks.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { type BlockItem, readBlock } from "./read-block.ts";
import { readRecords } from "./read-records.ts";

test("blocks of any size give together what the whole file gives", async () => {
  const line = fc.constantFrom(
    '{"a":1}',
    '{"text":"é😀"}',
    "",
    "  ",
    "{",
    '{"a": NaN}',
    `{"long":"${"x".repeat(40)}"}`,
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 12 }),
      fc.constantFrom("\n", "\r\n"),
      fc.boolean(),
      fc.integer({ min: 1, max: 60 }),
      async (lines, end, isMarked, size) => {
        // A second record, so that no line is a document.
        const content = Buffer.from(`${isMarked ? "\ufeff" : ""}${['{"a":0}', '{"a":0}', ...lines].join(end)}`);
        const path = join(temporaryFolder({ "a.jsonl": content }), "a.jsonl");
        const found: BlockItem[] = [];
        let before = 0;
        for (let from = 0; from < content.length; from += size) {
          for await (const item of readBlock(path, { from, to: from + size })) {
            if (item.kind === "end") before += item.lines;
            else found.push("number" in item ? { ...item, number: item.number + before } : item);
          }
        }
        expect(found).toEqual(await allOf(readRecords(inChunks(content))));
      },
    ),
    { numRuns: 50 },
  );
});
