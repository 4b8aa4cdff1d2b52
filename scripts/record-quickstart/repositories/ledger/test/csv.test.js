import assert from "node:assert/strict";
import test from "node:test";
import { parseCsv, writeCsv } from "../src/index.js";

test("reads plain cells", () => {
  assert.deepEqual(parseCsv("a,b\n1,2\n"), [
    ["a", "b"],
    ["1", "2"],
  ]);
});

test("reads a quoted separator", () => {
  assert.deepEqual(parseCsv('"a,b",c\n'), [["a,b", "c"]]);
});

test("writes plain cells", () => {
  assert.equal(writeCsv([["a", 1]]), "a,1\n");
});
