import { readFileSync } from "node:fs";
import { requirePart, sharedData } from "@memop/core/testing";
import { describe, expect, test } from "vitest";
import { describeFormat } from "../../testing/describe-format.ts";
import { dars } from "./dars.ts";

const node = (role: string, content: string, children: readonly unknown[] = [], more: object = {}) => ({
  role,
  content,
  ...more,
  children,
});
const tree = (root: unknown) => ({ root, iterations: 1, node_count: 1, current_node_id: 0, node_id_stack: [] });

describeFormat(dars, new URL("./fixtures/", import.meta.url), {
  malformed: [
    { record: tree({ role: 1 }), names: "root.role" },
    { record: tree(node("system", "s", [{ role: "user", content: 1 }])), names: "root.children[0]" },
  ],
  leavesOut: [
    { path: /children\[[1-9]\]/, reason: "other branches are trajectories of their own" },
    { path: /\.thought$|\.action$/, reason: "parts of the message" },
  ],
});

test("every leaf is a trajectory, which says how many messages an earlier one has too", () => {
  const leaf = (patch: string) =>
    node("assistant", "Done.\n```\nsubmit\n```", [node("user", patch, [], { is_terminal: true })]);
  const root = node("system", "s", [
    node("user", "issue", [leaf("diff --git a/a b/a\n"), leaf("diff --git a/b b/b\n")]),
  ]);
  const readings = dars.readAll([tree(root)], { path: "x/o__r-1.prev.root" });
  expect(readings.map(({ trajectory }) => [trajectory.taskId, trajectory.finalPatch, trajectory.extra.branch])).toEqual(
    [
      ["o__r-1", "diff --git a/a b/a\n", { leaf: 0, leaves: 2, sharedMessages: 0 }],
      ["o__r-1", "diff --git a/b b/b\n", { leaf: 1, leaves: 2, sharedMessages: 2 }],
    ],
  );
});

test("a tree of 20,000 messages in one line is read", () => {
  let at: unknown = node("user", "end");
  for (let depth = 0; depth < 20_000; depth += 1) at = node(depth % 2 === 0 ? "assistant" : "user", "x", [at]);
  expect(dars.read([tree(at)], { path: "x" }).trajectory.steps.length).toBeGreaterThan(9_000);
});

describe("a recorded tree", () => {
  const data = sharedData() ?? "";
  if (requirePart("shared", data !== "", "MEMOP_SHARED names no folder of recorded runs")) return;
  test("has twelve patches that were handed in and one branch that was not finished", () => {
    const path = `${data}/dars/astropy__astropy-6938.prev.root`;
    const readings = dars.readAll([JSON.parse(readFileSync(path, "utf8"))], { path });
    const patches = readings.map(({ trajectory }) => trajectory.finalPatch);
    expect(patches.filter((patch) => patch !== null)).toHaveLength(12);
    expect(patches).toHaveLength(13);
    const edited = readings.map(({ trajectory }) =>
      trajectory.steps.some((step) =>
        step.edits.some((edit) => edit.succeeded && edit.path === "astropy/io/fits/fitsrec.py"),
      ),
    );
    expect(edited.filter(Boolean)).toHaveLength(13);
  });
});
