import assert from "node:assert/strict";
import test from "node:test";
import { createEngine, render } from "../src/index.js";

test("prints a variable", () => {
  assert.equal(render("Hello {{ name }}!", { name: "Ada" }), "Hello Ada!");
});

test("follows a dotted path", () => {
  assert.equal(render("{{ user.city }}", { user: { city: "Oslo" } }), "Oslo");
});

test("takes a branch", () => {
  assert.equal(render("{% if big %}yes{% else %}no{% end %}", { big: true }), "yes");
  assert.equal(render("{% if big %}yes{% else %}no{% end %}", { big: false }), "no");
});

test("repeats the body of a loop", () => {
  assert.equal(render("{% for n in list %}[{{ n }}]{% end %}", { list: [1, 2] }), "[1][2]");
});

test("compiles a template once", () => {
  const engine = createEngine();
  engine.render("a");
  engine.render("a");
  assert.equal(engine.cache.size, 1);
});

test("refuses an unknown filter", () => {
  assert.throws(() => render("{{ 1 | nonsense }}"), /unknown filter/);
});
