import { expect, test } from "vitest";
import { quantile } from "./quantile.ts";

test("is linear between order statistics", () => {
  expect(quantile([1, 2, 3, 4], 0)).toBe(1);
  expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5);
  expect(quantile([1, 2, 3, 4], 1)).toBe(4);
  expect(quantile([7], 0.05)).toBe(7);
});
