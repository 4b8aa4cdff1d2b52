import { describe, expect, test } from "vitest";
import { chatRows } from "./chat-rows.ts";

const edit = { command: "create", path: "/testbed/src/a.py", file_text: "x" };
const messages = [
  { role: "user", content: "Fix it." },
  {
    role: "assistant",
    content: "",
    tool_calls: [{ id: "1", function: { name: "str_replace_editor", arguments: JSON.stringify(edit) } }],
  },
  { role: "tool", tool_call_id: "1", content: "File created successfully at: /testbed/src/a.py" },
];
const patchOf = (path: string) => `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`;
const read = (row: object) => chatRows.read([{ messages, instance_id: "a__b-1", ...row }], { path: "x" });

describe("a row that contradicts itself is kept and says so", () => {
  test("when its patch is of another repository (SWE-smith's trajectories)", () => {
    const { trajectory } = read({ patch: patchOf("autograd/core.py"), resolved: true });
    expect(trajectory.finalPatch).toBe(patchOf("autograd/core.py"));
    expect(trajectory.extra).toEqual({ patchMatchesEdits: false });
    expect(read({ patch: patchOf("src/a.py") }).trajectory.extra).toEqual({});
  });

  test("when it counts as resolved without a patch", () => {
    const { trajectory, outcome } = read({ patch: "", resolved: true });
    expect(outcome?.resolved).toBe(true);
    expect(trajectory.extra).toEqual({ resolvedWithoutPatch: true });
    expect(read({ patch: "", resolved: false }).trajectory.extra).toEqual({});
  });
});
