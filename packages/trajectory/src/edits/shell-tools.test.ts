import { expect, test } from "vitest";
import { programText } from "./shell-tools.ts";

const call = (name: string, args: Record<string, unknown>) => programText({ id: "1", name, arguments: args });

test.each<[string, Record<string, unknown>, string, string]>([
  ["bash", { command: "ls" }, "shell", "ls"],
  ["execute_bash", { command: "ls", timeout: 3 }, "shell", "ls"],
  ["Bash", { command: "ls", description: "list" }, "shell", "ls"],
  ["exec_command", { cmd: "ls" }, "shell", "ls"],
  ["shell", { command: ["bash", "-lc", "it's"] }, "shell", "bash -lc 'it'\\''s'"],
  ["functions.shell", { command: ["apply_patch", "*** Begin Patch\n"] }, "shell", "apply_patch '*** Begin Patch\n'"],
  ["bash_command", { keystrokes: "ls\n", duration: 0.1 }, "shell", "ls\n"],
  ["execute_ipython_cell", { code: "x" }, "python", "x"],
  ["apply_patch", { input: "*** Begin Patch" }, "patch", "*** Begin Patch"],
  ["apply_patch", { raw: "*** Begin Patch" }, "patch", "*** Begin Patch"],
])("%s %j runs %s", (name, args, runs, text) => {
  expect(call(name, args)).toEqual({ runs, text, directory: null });
});

test.each([
  ["str_replace_editor", { command: "create" }],
  ["bash", { restart: true }],
  ["bash", { command: "" }],
])("%s %j runs nothing", (name, args) => expect(call(name, args)).toBeNull());

test("a call may name its working directory", () => {
  expect(call("exec_command", { cmd: "ls", workdir: "/repo/x" })?.directory).toBe("/repo/x");
});
