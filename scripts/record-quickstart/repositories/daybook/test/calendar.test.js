import assert from "node:assert/strict";
import test from "node:test";
import { addBusinessDays, addDays, addMonths, daysBetween, weekday } from "../src/index.js";

test("adds days over the end of a month", () => {
  assert.equal(addDays("2024-01-31", 1), "2024-02-01");
});

test("adds a month", () => {
  assert.equal(addMonths("2024-01-15", 1), "2024-02-15");
});

test("counts days", () => {
  assert.equal(daysBetween("2024-01-01", "2024-01-08"), 7);
});

test("knows Thursdays", () => {
  assert.equal(weekday("2024-05-02"), 4);
});

test("goes one business day further", () => {
  assert.equal(addBusinessDays("2024-05-01", 1), "2024-05-02");
});

test("refuses a day that does not exist", () => {
  assert.throws(() => addDays("2023-02-30", 1), RangeError);
});
