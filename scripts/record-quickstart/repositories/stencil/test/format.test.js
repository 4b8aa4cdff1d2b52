import assert from "node:assert/strict";
import test from "node:test";
import { escapeHtml, indent, padLeft, renderTable, wrap } from "../src/index.js";

test("pads on the left", () => {
  assert.equal(padLeft("7", 3, "0"), "007");
});

test("draws a table", () => {
  assert.equal(renderTable([{ name: "ada" }], ["name"]), "name\n----\nada");
});

test("short lines are not wrapped", () => {
  assert.equal(wrap("one two", 20), "one two");
});

test("indents", () => {
  assert.equal(indent("a\nb", 2), "  a\n  b");
});

test("escapes angle brackets", () => {
  assert.equal(escapeHtml("<b>"), "&lt;b&gt;");
});
