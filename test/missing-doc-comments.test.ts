import { expect, test } from "vitest";
import { missingDocComments } from "./missing-doc-comments.ts";

test("an export with a comment directly above is fine", () => {
  expect(missingDocComments("/** A number. */\nexport const one = 1;\n")).toEqual([]);
  expect(missingDocComments("/**\n * Adds.\n */\nexport async function add() {}\n")).toEqual([]);
});

test("an export without one, or with an empty line between, is named", () => {
  expect(missingDocComments("export class Server {}\n")).toEqual(["Server"]);
  expect(missingDocComments("/** Far away. */\n\nexport type Far = 1;\n")).toEqual(["Far"]);
  expect(missingDocComments("export function* walk() {}\nexport interface Row {}\n")).toEqual(["walk", "Row"]);
});

test("a schema and its type, or overloads, need one comment", () => {
  expect(missingDocComments("/** A task. */\nexport const Task = z;\nexport type Task = string;\n")).toEqual([]);
});

test("a line comment for a tool may stand between", () => {
  expect(missingDocComments("/** Odd. */\n// biome-ignore lint: reason\nexport const odd = 1;\n")).toEqual([]);
});

test("re-exports and what is not exported need none", () => {
  expect(missingDocComments('export { a } from "./a.ts";\nconst b = 1;\nfunction c() {}\n')).toEqual([]);
});
