import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shellWords } from "./shell-words.ts";

describe("shellWords", () => {
  test.each([
    ["open src/a.py 12", ["open", "src/a.py", "12"]],
    ["edit 'a b' \"c d\"", ["edit", "a b", "c d"]],
    ["x 'it'\"'\"'s'", ["x", "it's"]],
    ["x $'a\\tb\\n' $HOME", ["x", "a\tb\n", "$HOME"]],
    ['x "a\\"b\\\\c\\d"', ["x", 'a"b\\c\\d']],
    ["x a\\ b", ["x", "a b"]],
    ["x ''", ["x", ""]],
    ["x 'open\nquote", ["x", "open\nquote"]],
    ["  ", []],
  ])("%j is %j", (line, words) => {
    expect(shellWords(line)).toEqual(words);
  });

  test("gives back words that were quoted as Python's shlex does", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (words) => {
        const line = words.map((word) => `'${word.replaceAll("'", "'\"'\"'")}'`).join(" ");
        expect(shellWords(line)).toEqual(words);
      }),
    );
  });
});
