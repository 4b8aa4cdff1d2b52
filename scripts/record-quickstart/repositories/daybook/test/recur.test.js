import assert from "node:assert/strict";
import test from "node:test";
import { describeRule, occurrences, parseRule, relativeDay } from "../src/index.js";

test("repeats every day", () => {
  assert.deepEqual(occurrences("2024-03-01", "every day times 2"), ["2024-03-01", "2024-03-02"]);
});

test("refuses what is not a rule", () => {
  assert.throws(() => parseRule("sometimes"), SyntaxError);
});

test("describes a daily rule", () => {
  assert.equal(describeRule(parseRule("every day")), "every day");
});

test("names today", () => {
  assert.equal(relativeDay("2024-03-01", "2024-03-01"), "today");
});
