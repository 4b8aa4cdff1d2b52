import assert from "node:assert/strict";
import test from "node:test";
import { balanceOf, importCsv, outstanding, trialBalance } from "../src/index.js";

const entries = importCsv("date,account,amount\n2024-01-02,Assets:Cash,10.00\n2024-01-05,Income:Sales,-10.00\n");

test("imports entries", () => {
  assert.equal(entries[0].account, "assets:cash");
});

test("sums an account", () => {
  assert.equal(balanceOf(entries, "assets"), 1000);
});

test("lists accounts", () => {
  assert.deepEqual(Object.keys(trialBalance(entries)), ["assets:cash", "income:sales"]);
});

test("nothing is outstanding without invoices", () => {
  assert.deepEqual(outstanding([], "2024-01-31"), [0, 0, 0, 0]);
});
