import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allOf, inChunks } from "../testing/in-chunks.ts";
import type { Line } from "./read-lines.ts";
import { splitArray } from "./split-array.ts";

async function elements(content: string, sizes: readonly number[] = [], limit = 1e6): Promise<Line[]> {
  return allOf(splitArray(inChunks(content, sizes), limit));
}

async function texts(content: string, sizes: readonly number[] = []): Promise<(string | undefined)[]> {
  return (await elements(content, sizes)).map((element) => element.bytes?.toString("utf8"));
}

const anyArray = fc.array(fc.jsonValue({ noUnicodeString: false }), { maxLength: 8 });
const anySizes = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 5 });

describe("splitArray", () => {
  test("gives the elements that JSON.parse gives, whatever the chunks and the spaces", async () => {
    await fc.assert(
      fc.asyncProperty(anyArray, anySizes, fc.constantFrom(0, 2, "\t"), async (array, sizes, indent) => {
        const content = ` ${JSON.stringify(array, null, indent)} \n`;
        const found = (await texts(content, sizes)).map((text) => JSON.parse(text ?? ""));
        expect(found).toEqual(JSON.parse(content));
      }),
    );
  });

  test("says where each element starts, and that it is whole", async () => {
    await fc.assert(
      fc.asyncProperty(anyArray, anySizes, async (array, sizes) => {
        const content = Buffer.from(JSON.stringify(array));
        for (const [at, element] of (await elements(content.toString(), sizes)).entries()) {
          const { number, byteOffset, byteLength, bytes, terminated } = element;
          expect([number, terminated]).toEqual([at + 1, true]);
          expect(content.subarray(byteOffset, byteOffset + byteLength)).toEqual(bytes);
        }
      }),
    );
  });

  test("is not misled by brackets, commas and escaped quotes in texts", async () => {
    const array = ["],[", '"', "\\", '\\",{', { "}": "[" }];
    expect((await texts(JSON.stringify(array), [1])).map((text) => JSON.parse(text ?? ""))).toEqual(array);
  });

  test("gives nothing for an empty array", async () => {
    expect(await texts("[]")).toEqual([]);
    expect(await texts(" [ \n ] ")).toEqual([]);
  });

  test("marks the element that the stream's end cuts off", async () => {
    const found = await elements('[{"a":1},{"b":');
    expect(found.map((element) => element.terminated)).toEqual([true, false]);
    expect((await elements('[{"a":1},')).map((element) => element.terminated)).toEqual([true, false]);
  });

  test("skips an element beyond the limit without holding it, and reads on", async () => {
    const found = await elements(`[1,"${"x".repeat(50)}",2]`, [6], 10);
    expect(found.map((element) => element.bytes?.toString() ?? null)).toEqual(["1", null, "2"]);
    expect(found[1]).toMatchObject({ number: 2, byteLength: 52 });
  });

  test("gives what follows the array as one more element, so that nothing is lost", async () => {
    expect(await texts('[1,2]\n{"a":[3,4]}', [3])).toEqual(["1", "2", '\n{"a":[3,4]}']);
  });

  test("does not take a brace for the array's end", async () => {
    expect(await texts("[1},2]")).toEqual(["1}", "2"]);
  });
});
