import { expect, test } from "vitest";
import { agentSkillEdits } from "./agent-skill-edits.ts";

const reply = (content: string) => ({ callId: null, content, isError: null, exitCode: null });
const edits = (code: string, content = "[File: /workspace/a.py (3 lines total after edit)]") =>
  agentSkillEdits(code, reply(content), (path) => path.replace("/workspace/", "")).map(
    ({ path, kind, oldText, newText, succeeded }) => [path, kind, oldText, newText, succeeded],
  );

test("reads keyword and positional texts in every quoting", () => {
  expect(
    edits(`edit_file_by_replace(\n'/workspace/a.py',\nto_replace="""x = 'a'\n""",\nnew_content='''y\\n'''\n)`),
  ).toEqual([["a.py", "modify", "x = 'a'\n", "y\n", true]]);
  expect(edits(`append_file("/workspace/a.py", r"\\n")`)).toEqual([["a.py", "modify", null, "\\n", true]]);
  expect(edits("insert_content_at_line(file_name='/workspace/a.py', line_number=3, content='z')")).toEqual([
    ["a.py", "modify", null, "z", true],
  ]);
});

test("reads every call of a cell", () => {
  const code = "create_file('/workspace/a.py')\nprint(edit_file_by_line('/workspace/b.py', 1, 2, 'z'))";
  expect(edits(code, "[File created]")).toEqual([
    ["a.py", "create", null, "", true],
    ["b.py", "modify", null, "z", true],
  ]);
});

test.each([
  "[Your proposed edit has introduced new syntax error(s). Please understand the errors]",
  "[No exact match found in /workspace/a.py for\n```",
  "ERROR: file not found",
  "---------------------------------------------------------------------------\nNameError",
  "Traceback (most recent call last)",
])("did not succeed when the reply is %j", (content) => {
  expect(edits("append_file('/workspace/a.py', 'x')", content)).toEqual([["a.py", "modify", null, "x", false]]);
});

test("finds nothing in code that only looks, computes a path, or is cut off before it", () => {
  expect(edits("open_file('/workspace/a.py')\n# append_file('a', 'b')\nappend_file(path, 'x')\nappend_file(")).toEqual(
    [],
  );
});
