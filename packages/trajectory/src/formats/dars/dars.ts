import type { Reading } from "../../format.ts";
import { defineFormat } from "../../format.ts";
import { isObject, unusedEntries } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { looksLikeTaskId, sourceNames, withoutEnding } from "../source-name.ts";
import { type Branch, branchesOf } from "../tree/branches.ts";
import { branchSteps } from "./branch-steps.ts";
import { type DarsNode, DarsTree, openNode } from "./raw.ts";

/**
 * Search trees of DARS-Agent: each way from the root to a leaf is a trajectory.
 *
 * Every one of them has all its steps, so that its metrics are those of the run that led there. `extra.branch` says how many
 * of its first messages an earlier trajectory of the same tree has too, and a step's `extra.treeNode` which of them:
 * `trainedOnce` keeps them from being trained on twice.
 */
export const dars = defineFormat({
  name: "dars",
  title: "DARS-Agent search trees (*.root): every way from root to leaf is a trajectory",
  gives: {
    taskId: "sometimes",
    model: "no",
    steps: "yes",
    reasoning: "no",
    edits: "yes",
    patch: "sometimes",
    outcome: "no",
    usage: "no",
    cost: "no",
    timestamps: "no",
    limits: "no",
    tokenIds: "no",
  },
  raw: DarsTree,
  matches: (record) => isObject(record) && isObject(record.root) && "node_id_stack" in record && "iterations" in record,
  toReading([tree], { path }) {
    const branches = branchesOf(tree.root, "root", openNode);
    const taskId = taskIdOf(path);
    const extra = unusedEntries(tree, new Set(["root", "node_id_stack", "current_node_id"]));
    return branches.map((branch, leaf) => readingOf(branch, { taskId, leaf, leaves: branches.length, extra }));
  },
});

interface AboutBranch {
  readonly taskId: string | null;
  readonly leaf: number;
  readonly leaves: number;
  readonly extra: Record<string, unknown>;
}

function readingOf(branch: Branch<DarsNode>, { taskId, leaf, leaves, extra }: AboutBranch): Reading {
  const last = branch.nodes.at(-1);
  const isEnded = last?.is_terminal === true;
  const submitted = withoutPrompt(last?.content ?? "");
  const diff = isEnded && last?.role !== "assistant" && isDiff(submitted) ? submitted : null;
  const trajectory = newTrajectory({
    taskId,
    agent: { name: "dars" },
    exitStatus: isEnded ? "terminal" : "unfinished branch",
    finalPatch: diff,
    steps: branchSteps(branch),
    extra: { ...extra, branch: { leaf, leaves, sharedMessages: branch.shared } },
  });
  return { trajectory, outcome: null, task: null };
}

/** The shell's prompt stands behind the diff that `submit` prints. */
function withoutPrompt(text: string): string {
  return text
    .replace(/\n\(Open file: [^\n]*\)\n\(Current directory: [^\n]*\)\n(?:bash-\$)?\s*$/, "\n")
    .replace(/\n+$/, "\n");
}

function isDiff(text: string): boolean {
  return text.trimStart().startsWith("diff --git ");
}

function taskIdOf(path: string): string | null {
  const name = withoutEnding(sourceNames(path).at(-1) ?? "", [".prev.root", ".root", ".json"]);
  return looksLikeTaskId(name) ? name : null;
}
