import { loadShellParser } from "@memop/trajectory";
import { aTrajectory } from "@memop/trajectory/testing";
import { describe, expect, test } from "vitest";
import { actionsOf } from "./action.ts";
import { embeddedScripts } from "./embedded-scripts.ts";
import { substitutions } from "./substitutions.ts";

const parser = await loadShellParser();

describe("substitutions", () => {
  test.each<[string, readonly string[]]>([
    ["a $(b) `c` <(d)", ["b", "c", "d"]],
    ["a $(b $(c))", ["b $(c)", "c"]],
    ["a \"$(b ')')\" e", ["b ')'"]],
    ["a '$(b)' \\$(c) $((1 + 2))", []],
    ['a "it\'s $(b)"', ["b"]],
    ["a `b", []],
    ["", []],
  ])("of %j", (script, expected) => expect(substitutions(script)).toEqual(expected));
});

describe("scripts in programs", () => {
  test.each<[string, readonly string[]]>([
    ["os.system('git log --all')", ["git log --all"]],
    ["run(['git', 'show', \"a'b\"])", ["git 'show' 'a'\\''b'"]],
    ["x = 1\n!git fetch\n", ["git fetch"]],
    ["exec(`curl x`)", ["curl x"]],
    ["print('digital git')", []],
  ])("%j", (program, expected) => expect(embeddedScripts(program)).toEqual(expected));
});

test("an action has its commands, its reply and its place", () => {
  const [look, edit] = actionsOf(aTrajectory(), parser);
  expect(look).toMatchObject({ step: 2, turn: 1, tool: "bash", text: "cat src/a.py", reply: "old\n", exitCode: 0 });
  expect(edit).toMatchObject({ step: 3, turn: 2, tool: "str_replace_editor", executions: [] });
});

test("a script that a tool wrote is seen when it is run", () => {
  const text = "#!/bin/bash\ngit log --all\n";
  const call = (name: string, args: Record<string, unknown>) => ({
    source: "agent" as const,
    text: "",
    toolCalls: [{ id: "call-1", name, arguments: args }],
  });
  const create = {
    ...call("create", { path: "/testbed/look.sh" }),
    edits: [
      {
        path: "look.sh",
        kind: "create",
        oldPath: null,
        oldText: null,
        newText: text,
        succeeded: true,
        via: "tool",
        functions: [],
      } as const,
    ].map((edit) => ({ ...edit, functions: [] })),
  };
  const steps = [create, call("bash", { command: "chmod +x look.sh && ./look.sh" })];
  const [, ran] = actionsOf(aTrajectory({ steps }), parser);
  expect(ran?.executions.map(({ argv }) => argv)).toContainEqual(["git", "log", "--all"]);
});
