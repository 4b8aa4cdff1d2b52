import assert from "node:assert/strict";
import test from "node:test";
import { allocate, formatAmount, parseAmount } from "../src/index.js";

test("reads an amount", () => {
  assert.equal(parseAmount("12.50"), 1250);
});

test("refuses what is not an amount", () => {
  assert.throws(() => parseAmount("abc"), TypeError);
});

test("prints an amount", () => {
  assert.equal(formatAmount(1250), "12.50");
});

test("shares evenly", () => {
  assert.deepEqual(allocate(100, [1, 1]), [50, 50]);
});
