import { describe, expect, test } from "vitest";
import { editsOfToolCall } from "./edits-of-tool-call.ts";

const reply = (content: string, isError: boolean | null = null) => ({ content, isError, exitCode: null });
const path = "/testbed/src/a.py";

describe("editsOfToolCall", () => {
  test.each([
    [
      { command: "create", path, file_text: "x" },
      { kind: "create", oldText: null, newText: "x" },
    ],
    [
      { command: "str_replace", path, old_str: "a", new_str: "b" },
      { kind: "modify", oldText: "a", newText: "b" },
    ],
    [
      { command: "str_replace", path, old_str: "a" },
      { kind: "modify", oldText: "a", newText: "" },
    ],
    [
      { command: "insert", path, insert_line: 1, new_str: "b" },
      { kind: "modify", oldText: null, newText: "b" },
    ],
    [
      { command: "insert", path, insert_line: 1, insert_text: "b" },
      { kind: "modify", oldText: null, newText: "b" },
    ],
    [
      { command: "write", path, content: "x" },
      { kind: "create", oldText: null, newText: "x" },
    ],
    [
      { command: "undo_edit", path },
      { kind: "revert", oldText: null, newText: null },
    ],
  ])("reads %j", (args, expected) => {
    for (const name of ["str_replace_editor", "str_replace_based_edit_tool", "file_editor"]) {
      expect(editsOfToolCall(name, args, reply("The file /testbed/src/a.py has been edited."))).toEqual([
        { path: "src/a.py", oldPath: null, succeeded: true, via: "tool", functions: [], ...expected },
      ]);
    }
  });

  test.each([
    ["Edit", { file_path: path, old_string: "a", new_string: "b" }, [["a", "b"]]],
    ["Edit", { file_path: path, old_string: "", new_string: "b" }, [[null, "b"]]],
    [
      "MultiEdit",
      {
        file_path: path,
        edits: [
          { old_string: "a", new_string: "b" },
          { old_string: "c", new_string: "" },
        ],
      },
      [
        ["a", "b"],
        ["c", ""],
      ],
    ],
    ["replace", { file_path: path, old_string: "a", new_string: "b" }, [["a", "b"]]],
    ["Write", { file_path: path, content: "x" }, [[null, "x"]]],
    ["write_file", { path, content: "x" }, [[null, "x"]]],
  ])("reads %s %j", (name, args, expected) => {
    const edits = editsOfToolCall(name, args, reply("ok"));
    expect(edits.map(({ oldText, newText }) => [oldText, newText])).toEqual(expected);
  });

  test.each([
    ["a look", "str_replace_editor", { command: "view", path }],
    ["a call without a path", "str_replace_editor", { command: "create", file_text: "x" }],
    ["arguments that were no JSON", "str_replace_editor", { raw: "{" }],
    ["an unknown tool", "bash", { command: "create", path }],
    ["texts that are none", "Edit", { file_path: path, old_string: 1 }],
  ])("finds nothing in %s", (_, name, args) => {
    expect(editsOfToolCall(name, args, reply("ok"))).toEqual([]);
  });

  test.each([
    "ERROR:\nNo replacement was performed, old_str `a` did not appear verbatim.",
    "OBSERVATION:\nERROR:\nInvalid `path` parameter: File already exists at: /testbed/src/a.py",
    "EXECUTION RESULT of [str_replace_editor]:\nNo replacement was performed. Multiple occurrences of old_str",
    "No replacement was performed, old_str `a` did not appear verbatim in /testbed/src/a.py.",
    "The path /testbed/src/a.py does not exist. Please provide a valid path.",
    "Ran into [Errno 2] No such file or directory: '/x' while trying to write to /x",
    "[ERROR] No edit history found for /testbed/src/a.py.",
    "Parameter `old_str` is required for command: str_replace",
    "Traceback (most recent call last):\n  File",
  ])("an edit did not succeed when the reply is %j", (content) => {
    const args = { command: "str_replace", path, old_str: "a", new_str: "b" };
    expect(editsOfToolCall("str_replace_editor", args, reply(content))[0]?.succeeded).toBe(false);
  });

  test.each([
    "The file /testbed/src/a.py has been edited. Here's the result of running `cat -n` on a snippet:\n 1 raise ERROR",
    "OBSERVATION:\nFile created successfully at: /testbed/src/error.py",
    "Last edit to /testbed/src/a.py undone successfully.",
    "",
  ])("an edit succeeded when the reply is %j", (content) => {
    const args = { command: "create", path, file_text: "" };
    expect(editsOfToolCall("str_replace_editor", args, reply(content))[0]?.succeeded).toBe(true);
  });

  test("an edit did not succeed when it was never answered, or when the answer is marked as an error", () => {
    const args = { file_path: path, old_string: "a", new_string: "b" };
    expect(editsOfToolCall("Edit", args, null)[0]?.succeeded).toBe(false);
    expect(editsOfToolCall("Edit", args, reply("ok", true))[0]?.succeeded).toBe(false);
  });

  test("a relative path is taken from the working directory", () => {
    const args = { command: "create", path: "a.py", file_text: "" };
    expect(editsOfToolCall("str_replace_editor", args, reply("ok"), "/testbed/src")[0]?.path).toBe("src/a.py");
  });
});
