import fc from "fast-check";
import { expect, test } from "vitest";
import { substitutionAt } from "./substitution.ts";

test.each<[string, string | null, string | null]>([
  ["s/a/b/g", "a", "b"],
  ["s|/usr|/opt|", "/usr", "/opt"],
  ["s/a\\/b/c\\/d/", "a/b", "c/d"],
  ["s/^x$/y/", "x", "y"],
  ["s/a\\.b/c.d/", "a.b", "c.d"],
  ["s/a*/b/", null, "b"],
  ["s/[ab]/c/", null, "c"],
  ["s/f(x)/g(x)/", "f(x)", "g(x)"],
  ["s/\\(a\\)/\\1b/", null, null],
  ["s/a/[&]/", "a", null],
  ["s/a/x \\& y/", "a", "x & y"],
  ["s{a}{b}x", "a", "b"],
  ["s(a(b))[c]", "a(b)", "c"],
  ["s/$/;/", null, ";"],
  ["s/a/x\\ny/", "a", "x\ny"],
])("%s looks for %j and puts in %j", (text, oldText, newText) => {
  expect(substitutionAt(text)).toMatchObject({ oldText, newText });
});

test("an extended pattern with groups stands for no one text", () => {
  expect(substitutionAt("s/(a|b)+/c/", true)).toMatchObject({ oldText: null, newText: "c" });
});

test.each(["a/b/", "s", "s/a/b", "s a b ", ""])("%j is none", (text) => expect(substitutionAt(text)).toBeNull());

test("plain words come back as they are", () => {
  const word = fc.stringMatching(/^[a-z ]{1,10}$/);
  fc.assert(
    fc.property(word, word, (oldText, newText) => {
      expect(substitutionAt(`s#${oldText}#${newText}#g`)).toMatchObject({
        oldText,
        newText,
        end: oldText.length + newText.length + 5,
      });
    }),
  );
});
