import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Example, shapeFor, toBatch, totalWeight } from "./batch.ts";

const anyExample: fc.Arbitrary<Example> = fc
  .array(fc.record({ token: fc.nat(999), weight: fc.constantFrom(0, 0.5, 1) }), { minLength: 1, maxLength: 70 })
  .map((pairs) => ({ tokens: pairs.map(({ token }) => token), weights: pairs.map(({ weight }) => weight) }));

test("a token that counts is predicted from the place before it", () => {
  const examples = [
    { tokens: [5, 6, 7], weights: [1, 0, 2] },
    { tokens: [8, 9], weights: [0, 1] },
  ];
  expect(totalWeight(examples)).toBe(3);
  expect(toBatch(examples, { rows: 2, time: 4, predictions: 3 }, 0.5)).toEqual({
    rows: 2,
    time: 4,
    predictions: 3,
    tokens: BigInt64Array.of(5n, 6n, 7n, 0n, 8n, 9n, 0n, 0n),
    places: BigInt64Array.of(1n, 4n, 0n),
    labels: BigInt64Array.of(7n, 9n, 0n),
    weights: Float32Array.of(1, 0.5, 0),
  });
});

test("examples fit the shape made for them, which wastes less than half of a row", () => {
  fc.assert(
    fc.property(fc.array(anyExample, { minLength: 1, maxLength: 4 }), (examples) => {
      const shape = shapeFor(examples);
      const batch = toBatch(examples, shape, 1);
      const longest = Math.max(...examples.map(({ tokens }) => tokens.length));
      expect(shape.time).toBeLessThanOrEqual(Math.max(16, 1.5 * longest));
      expect(batch.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(totalWeight(examples), 4);
      for (const [at, label] of batch.labels.entries()) {
        const place = Number(batch.places[at]);
        if (batch.weights[at] !== 0) expect(batch.tokens[place + 1]).toBe(label);
      }
    }),
  );
});

describe("what does not fit is refused with its size", () => {
  const example = { tokens: [1, 2, 3], weights: [0, 1, 1] };
  const shape = { rows: 1, time: 4, predictions: 4 };
  test.each([
    [[example, example], shape, "batch: 2 examples in 1 rows"],
    [[example], { ...shape, time: 2 }, "batch: an example of 3 tokens in rows of 2"],
    [[example], { ...shape, predictions: 1 }, "batch: more than 1 predictions"],
    [[{ tokens: [1, 2], weights: [1] }], shape, "example: 1 weights for 2 tokens"],
  ])("%#", (examples, into, message) => {
    expect(() => toBatch(examples, into, 1)).toThrow(message);
  });
});
