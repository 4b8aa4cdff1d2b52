import { expect, test } from "vitest";
import { searchReplaceEdits } from "./search-replace-edits.ts";

const block = (before: string, after: string) => `<<<<<<< SEARCH\n${before}\n=======\n${after}\n>>>>>>> REPLACE`;
const paths = (text: string) =>
  searchReplaceEdits(text, () => true).map(({ path, oldText, newText }) => [path, oldText, newText]);

test.each([
  ["a bare line", `pkg/a.py\n${block("x", "y")}`],
  ["a line before the fence", `Here:\n\npkg/a.py\n\`\`\`python\n${block("x", "y")}\n\`\`\``],
  ["a heading in the fence", `\`\`\`python\n### pkg/a.py\n${block("x", "y")}\n\`\`\``],
  ["backticks and a colon", `**\`pkg/a.py\`**:\n${block("x", "y")}`],
  ["Windows line ends", `pkg/a.py\r\n${block("x", "y").replaceAll("\n", "\r\n")}`],
])("the path is read from %s", (_, text) => {
  expect(paths(text)).toEqual([["pkg/a.py", "x", "y"]]);
});

test("a second block is of the same file, unless it names another", () => {
  expect(
    paths(`a.py\n${block("1", "2")}\n\n${block("3", "4")}\nb.py\n${block("5", "6")}`).map(([path]) => path),
  ).toEqual(["a.py", "a.py", "b.py"]);
});

test("an empty search makes the file", () => {
  expect(searchReplaceEdits(`new.py\n<<<<<<< SEARCH\n=======\nx\n>>>>>>> REPLACE`, () => true)[0]).toMatchObject({
    kind: "create",
    oldText: null,
    newText: "x",
  });
});

test("a block without its end, or without a path, is no edit", () => {
  expect(paths("a.py\n<<<<<<< SEARCH\nx\n=======\ny")).toEqual([]);
  expect(paths(`as I said:\n${block("x", "y")}`)).toEqual([]);
});
