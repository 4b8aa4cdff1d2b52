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
 * of its first steps another trajectory of the same tree has too.
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

function readingOf({ nodes, shared }: Branch<DarsNode>, { taskId, leaf, leaves, extra }: AboutBranch): Reading {
  const last = nodes.at(-1);
  const isEnded = last?.is_terminal === true;
  const diff = isEnded && last.role !== "assistant" && isDiff(last.content ?? "") ? (last.content ?? "") : null;
  const trajectory = newTrajectory({
    taskId,
    agent: { name: "dars" },
    exitStatus: isEnded ? "terminal" : "unfinished branch",
    finalPatch: diff,
    steps: branchSteps(nodes),
    extra: { ...extra, branch: { leaf, leaves, sharedMessages: shared } },
  });
  return { trajectory, outcome: null, task: null };
}

function isDiff(text: string): boolean {
  return text.trimStart().startsWith("diff --git ");
}

function taskIdOf(path: string): string | null {
  const name = withoutEnding(sourceNames(path).at(-1) ?? "", [".prev.root", ".root", ".json"]);
  return looksLikeTaskId(name) ? name : null;
}
