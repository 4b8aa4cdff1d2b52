import { createRandom } from "@memop/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { signTable } from "./sign-table.ts";

test("the sums drawn are those of the signs drawn, undefined values left out", () => {
  const value = fc.oneof(fc.integer({ min: -100, max: 100 }), fc.constant(Number.NaN));
  const rows = fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(rows, fc.integer(), (matrix, seed) => {
      const table = signTable(Float64Array.from(matrix.flat()), 3);
      const sums = new Float64Array(3);
      const flips = new Uint8Array(Math.ceil(matrix.length / 8));
      table.draw(createRandom(seed), sums, flips);
      const expected = [0, 1, 2].map((column) =>
        matrix.reduce((sum, row, at) => {
          const isTurned = (((flips[at >> 3] as number) >> (at & 7)) & 1) === 1;
          return sum + (isTurned ? -1 : 1) * (row[column] || 0);
        }, 0),
      );
      for (const column of [0, 1, 2]) expect(sums[column]).toBeCloseTo(expected[column] as number, 9);
    }),
  );
});

test("each sign is a fair coin", () => {
  const table = signTable(
    Float64Array.from({ length: 40 }, () => 1),
    1,
  );
  const random = createRandom(1);
  const sums = new Float64Array(1);
  const flips = new Uint8Array(5);
  const turned = new Array<number>(40).fill(0);
  for (let draw = 0; draw < 4000; draw += 1) {
    table.draw(random, sums, flips);
    for (let row = 0; row < 40; row += 1) {
      (turned[row] as number) += ((flips[row >> 3] as number) >> (row & 7)) & 1;
    }
  }
  // 2,000 ± 4 standard deviations of 31.6.
  for (const count of turned) expect(Math.abs(count - 2000)).toBeLessThan(127);
});
