import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { toBfloat16 } from "../weights/half-precision.ts";
import type { Weight } from "../weights/weight.ts";
import { readModelWeights } from "./read-model-weights.ts";
import { openSafetensors } from "./read-safetensors.ts";
import { writeSafetensors } from "./write-safetensors.ts";

const weight = (shape: number[], values: number[]): Weight => ({ shape, data: Float32Array.from(values) });
const sample = new Map([
  ["a.weight", weight([2, 3], [1, -2, 3.5, 0, 1e-30, 6])],
  ["scalar", weight([], [7])],
  ["empty", weight([0, 4], [])],
]);

/** A file with a header of one's own. */
function fileOf(header: unknown, numbers = Buffer.alloc(0)): string {
  const json = Buffer.from(typeof header === "string" ? header : JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  const path = join(temporaryFolder(), "x.safetensors");
  writeFileSync(path, Buffer.concat([length, json, numbers]));
  return path;
}

async function readAll(path: string): Promise<Map<string, Weight>> {
  const file = await openSafetensors(path);
  try {
    const all = new Map<string, Weight>();
    for (const name of file.shapes.keys()) all.set(name, await file.read(name));
    return all;
  } finally {
    await file.close();
  }
}

test("what was written comes back, with its metadata", async () => {
  const path = join(temporaryFolder(), "deep/x.safetensors");
  await writeSafetensors(path, sample, { metadata: { format: "pt", step: "3" } });
  expect(await readAll(path)).toEqual(sample);
  const file = await openSafetensors(path);
  expect(file.metadata).toEqual({ format: "pt", step: "3" });
  await expect(file.read("b")).rejects.toThrow(`${path}: has no tensor b`);
  await file.close();
  expect(readdirSync(join(path, ".."))).toEqual(["x.safetensors"]);
});

test("the bytes are the golden ones, numbers at a multiple of 8", async () => {
  const path = join(temporaryFolder(), "x.safetensors");
  await writeSafetensors(path, new Map([["w", weight([1, 2], [1, 2])]]));
  const bytes = readFileSync(path);
  const header = '{"__metadata__":{"format":"pt"},"w":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]}}';
  const padded = header.padEnd(Math.ceil(header.length / 8) * 8);
  expect(bytes.readBigUInt64LE()).toBe(BigInt(padded.length));
  expect(bytes.subarray(8, 8 + padded.length).toString()).toBe(padded);
  expect(bytes.subarray(8 + padded.length).toString("hex")).toBe("0000803f00000040");
});

test("half precision is read exactly", async () => {
  const halves = fileOf(
    { h: { dtype: "F16", shape: [5], data_offsets: [0, 10] }, d: { dtype: "F64", shape: [1], data_offsets: [10, 18] } },
    Buffer.from("003c00c001000004007c000000000000f83f", "hex"),
  );
  const read = await readAll(halves);
  expect([...(read.get("h")?.data ?? [])]).toEqual([1, -2, 2 ** -24, 2 ** -14, Number.POSITIVE_INFINITY]);
  expect([...(read.get("d")?.data ?? [])]).toEqual([1.5]);
});

test("brain floats are off by less than one part in 256, and exact when written again", async () => {
  const path = join(temporaryFolder(), "x.safetensors");
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.float({ noNaN: true, min: -(2 ** 100), max: 2 ** 100 }), { maxLength: 20 }),
      async (values) => {
        await writeSafetensors(path, new Map([["w", weight([values.length], values)]]), { type: "BF16" });
        const once = (await readAll(path)).get("w") as Weight;
        for (const [at, value] of values.entries()) {
          expect(Math.abs((once.data[at] as number) - value)).toBeLessThanOrEqual(Math.abs(value) / 256 + 1e-38);
        }
        await writeSafetensors(path, new Map([["w", once]]), { type: "BF16" });
        expect((await readAll(path)).get("w")).toEqual(once);
      },
    ),
    { numRuns: 50 },
  );
  // Ties go to the even neighbour, NaN stays NaN, too large becomes infinite.
  const bits = Float32Array.of(1 + 2 ** -8, 1 + 3 * 2 ** -8, Number.NaN, 3.4e38);
  expect([...toBfloat16(bits)].map((value) => value.toString(16))).toEqual(["3f80", "3f82", "7fc0", "7f80"]);
});

describe("a broken file is refused with its name and what is wrong", () => {
  const entry = (from: number, to: number, shape = [1], dtype = "F32") => ({ dtype, shape, data_offsets: [from, to] });
  const numbers = Buffer.alloc(8);
  test.each([
    ["cut short", { a: entry(0, 4), b: entry(4, 8) }, Buffer.alloc(5), "5 bytes of numbers, 8 in the header"],
    ["a gap", { a: entry(0, 4), b: entry(5, 9) }, Buffer.alloc(9), "tensor b begins at 5, not at 4"],
    ["an overlap", { a: entry(0, 4), b: entry(2, 6) }, numbers, "tensor b begins at 2, not at 4"],
    ["a wrong size", { a: entry(0, 8) }, numbers, "tensor a has 8 bytes for shape 1"],
    ["a foreign type", { a: entry(0, 8, [8], "F8_E4M3") }, numbers, "tensor a has element type F8_E4M3"],
    ["no JSON", "{", numbers, "the header is not that of a safetensors file"],
    [
      "no numbers as offsets",
      { a: { dtype: "F32", shape: [1], data_offsets: ["0", 4] } },
      numbers,
      "the header is not",
    ],
  ])("%s", async (_title, header, content, message) => {
    const path = fileOf(header, content);
    await expect(openSafetensors(path)).rejects.toThrow(message);
    await expect(openSafetensors(path)).rejects.toMatchObject({
      code: "BAD_INPUT",
      message: expect.stringContaining(path),
    });
  });

  test("too short, a header beyond the end, no file", async () => {
    const folder = temporaryFolder({ short: "abc", long: Buffer.from("ff00000000000000", "hex") });
    await expect(openSafetensors(join(folder, "short"))).rejects.toThrow("3 bytes are too few");
    await expect(openSafetensors(join(folder, "long"))).rejects.toThrow("a header of 255 bytes in a file of 8");
    await expect(openSafetensors(join(folder, "none"))).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("readModelWeights", () => {
  const expected = new Map([
    ["a.weight", [2, 3]],
    ["scalar", []],
  ]);

  test("finds each tensor in the shard that has it", async () => {
    const folder = temporaryFolder({
      "model.safetensors.index.json": JSON.stringify({
        metadata: {},
        weight_map: { "a.weight": "model-1.safetensors", scalar: "model-2.safetensors" },
      }),
    });
    await writeSafetensors(
      join(folder, "model-1.safetensors"),
      new Map([["a.weight", sample.get("a.weight") as Weight]]),
    );
    await writeSafetensors(join(folder, "model-2.safetensors"), new Map([["scalar", sample.get("scalar") as Weight]]));
    const weights = await readModelWeights(folder, expected);
    expect([...weights.keys()]).toEqual(["a.weight", "scalar"]);
    expect(weights.get("scalar")).toEqual(sample.get("scalar"));
  });

  test("names what is missing, of another shape, or unknown", async () => {
    const folder = temporaryFolder();
    await writeSafetensors(join(folder, "model.safetensors"), sample);
    await expect(readModelWeights(folder, new Map([["b", [4]]]))).rejects.toThrow(
      `${folder}: tensor b is missing, expected with shape 4`,
    );
    await expect(readModelWeights(folder, new Map([["a.weight", [3, 2]]]))).rejects.toThrow(
      `${folder}: tensor a.weight has shape 2×3, by config.json it is 3×2`,
    );
    await expect(readModelWeights(folder, expected)).rejects.toThrow(
      `${folder}: tensor empty has no place in the model that config.json describes`,
    );
    expect((await readModelWeights(folder, expected, (name) => name === "empty")).size).toBe(2);
  });

  test("says what a folder without weights, and a broken index, lacks", async () => {
    await expect(readModelWeights(temporaryFolder(), expected)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const folder = temporaryFolder({ "model.safetensors.index.json": "[]" });
    await expect(readModelWeights(folder, expected)).rejects.toThrow("is no index of shards");
  });
});
