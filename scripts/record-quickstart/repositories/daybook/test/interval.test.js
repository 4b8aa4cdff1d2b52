import assert from "node:assert/strict";
import test from "node:test";
import { createInterval, freeSlots, gaps, merge, overlaps } from "../src/index.js";

const january = createInterval("2024-01-01", "2024-02-01");

test("an interval overlaps itself", () => {
  assert.equal(overlaps(january, january), true);
});

test("merges what overlaps", () => {
  const parts = [createInterval("2024-01-01", "2024-01-10"), createInterval("2024-01-05", "2024-01-12")];
  assert.deepEqual(merge(parts), [createInterval("2024-01-01", "2024-01-12")]);
});

test("finds a gap in the middle", () => {
  const busy = [createInterval("2024-01-01", "2024-01-10"), createInterval("2024-01-20", "2024-02-01")];
  assert.deepEqual(gaps(january, busy), [createInterval("2024-01-10", "2024-01-20")]);
});

test("an empty agenda is all free", () => {
  assert.deepEqual(freeSlots(january, []), [january]);
});
