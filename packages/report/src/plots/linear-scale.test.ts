import fc from "fast-check";
import { expect, test } from "vitest";
import { linearScale } from "./linear-scale.ts";
import { shortened } from "./svg-figure.ts";

test("ends are round and hold the domain, ticks are evenly spaced, ends lie on the range", () => {
  const value = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((each) => Number(each.toFixed(3)));
  fc.assert(
    fc.property(value, value, fc.integer({ min: 2, max: 10 }), (one, other, count) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      fc.pre(high - low === 0 || high - low > 1e-2);
      const scale = linearScale([low, high], [10, 110], count);
      expect(scale.domain[0]).toBeLessThanOrEqual(low + 1e-6);
      expect(scale.domain[1]).toBeGreaterThanOrEqual(high - 1e-6);
      expect(scale(scale.domain[0])).toBeCloseTo(10, 6);
      expect(scale(scale.domain[1])).toBeCloseTo(110, 6);
      const steps = scale.ticks.slice(1).map((tick, at) => tick - (scale.ticks[at] as number));
      for (const step of steps) expect(step).toBeCloseTo(steps[0] as number, 5);
      expect(scale.ticks.length).toBeLessThanOrEqual(count + 3);
    }),
  );
});

test("ticks are the numbers that a person would choose", () => {
  expect(linearScale([0, 9.3], [0, 1], 5).ticks).toEqual([0, 2, 4, 6, 8, 10]);
  expect(linearScale([-0.13, 0.2], [0, 1], 4).ticks).toEqual([-0.2, -0.1, 0, 0.1, 0.2]);
  expect(linearScale([3, 3], [0, 1], 4).domain).toEqual([2, 4]);
});

test("a long text loses its middle, a short one nothing", () => {
  expect(shortened("abcdefghij", 10)).toBe("abcdefghij");
  expect(shortened("abcdefghijk", 10)).toBe("abcdef…ijk");
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      fc.integer({ min: 3, max: 40 }),
      (text, most) => [...shortened(text, most)].length <= most,
    ),
  );
});
