import fc from "fast-check";
import { expect, test } from "vitest";
import { quotePath, unquotePath } from "./quoted-path.ts";

test("octal bytes are read as UTF-8", () => {
  expect(unquotePath('"caf\\303\\251 \\"x\\"\\t.py"')).toBe('café "x"\t.py');
});

test("a plain path stays as it is", () => {
  expect(quotePath("a b/é.py")).toBe("a b/é.py");
  expect(unquotePath("a b/é.py")).toBe("a b/é.py");
});

test("unquoting undoes quoting", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (path) => unquotePath(quotePath(path)) === path));
});
