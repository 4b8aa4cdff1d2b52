import assert from "node:assert/strict";
import test from "node:test";
import { render } from "../src/index.js";

test("capitalize", () => {
  assert.equal(render("{{ 'ada' | capitalize }}"), "Ada");
});

test("short text is not truncated", () => {
  assert.equal(render("{{ 'ada' | truncate: 10 }}"), "ada");
});

test("join", () => {
  assert.equal(render("{{ list | join: '-' }}", { list: [1, 2, 3] }), "1-2-3");
});

test("fixed", () => {
  assert.equal(render("{{ 2.5 | fixed: 2 }}"), "2.50");
});

test("plural of a regular word", () => {
  assert.equal(render("{{ 3 | plural: 'letter' }}"), "letters");
});

test("date by the default pattern", () => {
  assert.equal(render("{{ day | date }}", { day: "2024-11-25T10:00:00Z" }), "2024-11-25");
});
