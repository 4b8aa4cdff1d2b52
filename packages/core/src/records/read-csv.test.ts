import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allOf, inChunks } from "../testing/in-chunks.ts";
import { readCsv } from "./read-csv.ts";

async function rows(content: string | Uint8Array, sizes: readonly number[] = [], separator = ","): Promise<unknown[]> {
  return (await allOf(readCsv(inChunks(content, sizes), separator))).map((row) => row.cells);
}

function written(cells: readonly (string | null)[]): string {
  return cells.map((cell) => (cell === null ? "" : `"${cell.replaceAll('"', '""')}"`)).join(",");
}

describe("readCsv", () => {
  test("splits lines and cells, whatever the line end", async () => {
    expect(await rows("\ufeffa,b\r\n1,\r\n\r\n,2")).toEqual([
      ["a", "b"],
      ["1", null],
      [null, "2"],
    ]);
    expect(await rows("a\tb,c\n", [], "\t")).toEqual([["a", "b,c"]]);
    expect(await rows("")).toEqual([]);
  });

  test("takes separators, quotes and line ends in quotes for text", async () => {
    expect(await rows('"a,b","say ""hi""","x\r\ny"\n"",""""\n')).toEqual([
      ["a,b", 'say "hi"', "x\r\ny"],
      ["", '"'],
    ]);
  });

  test("takes a quote within a bare cell as it is, and what follows a closing quote for text", async () => {
    expect(await rows('5" disk,"a"b\r\n')).toEqual([['5" disk', "ab"]]);
  });

  test("says in which line a row starts, and whether it is whole", async () => {
    const found = await allOf(readCsv(inChunks('a\n"b\n\nc"\n\nd\n"e\nf'), ","));
    expect(found.map((row) => [row.line, row.isWhole])).toEqual([
      [1, true],
      [2, true],
      [6, true],
      [7, false],
    ]);
  });

  test("gives back any cells, whatever the chunks", async () => {
    const cell = fc.option(
      fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom('"', "\n", "\r", ",", "\r\n", "", "\0")),
    );
    const row = fc.array(cell, { minLength: 2, maxLength: 4 });
    const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(row), sizes, fc.constantFrom("\n", "\r\n"), async (table, chunks, end) => {
        expect(await rows(table.map((each) => written(each) + end).join(""), chunks)).toEqual(table);
      }),
    );
  });

  test("refuses bytes that are no UTF-8, also at the end", async () => {
    for (const bytes of [Buffer.from("a,\xe9,b\n", "latin1"), Buffer.from("é").subarray(0, 1)]) {
      await expect(rows(bytes)).rejects.toMatchObject({ code: "BAD_INPUT" });
    }
  });
});
