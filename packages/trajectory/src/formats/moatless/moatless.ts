import { MemopError } from "@memop/core";
import { defineFormat, type Reading } from "../../format.ts";
import { embeddedOutcome } from "../evaluation-outcome.ts";
import { compact, isObject, limitOrNull, nameOrNull, objectAt, type UnknownObject } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { sourceNames, taskIdInNames } from "../source-name.ts";
import { summedUsage } from "../summed-usage.ts";
import { type Branch, branchesOf } from "../tree/branches.ts";
import { nodeSteps } from "./node-steps.ts";
import { type MoatlessNode, MoatlessTree, nestedRoot, openNode } from "./raw.ts";

/**
 * Trees of moatless-tools and of SWE-Search (moatless-tree-search): each way from the root to a leaf is a trajectory, whole,
 * as for DARS. The search's rewards and visits are in the steps' `extra`; the outcome of a leaf is that of the evaluation
 * beside the tree (`eval_result.json`, by node).
 */
export const moatless = defineFormat({
  name: "moatless",
  title: "moatless-tools and SWE-Search trees (trajectory.json): every way from root to leaf is a trajectory",
  gives: {
    taskId: "sometimes",
    model: "sometimes",
    steps: "yes",
    reasoning: "sometimes",
    edits: "yes",
    patch: "sometimes",
    outcome: "sometimes",
    usage: "sometimes",
    cost: "sometimes",
    timestamps: "sometimes",
    limits: "sometimes",
    tokenIds: "no",
    notTried: "the shape is that of the public sources",
  },
  scope: "group",
  raw: MoatlessTree,
  matches: (record) =>
    isObject(record) &&
    (isNode(record.root) || (Array.isArray(record.nodes) && isNode(record.nodes[0])) || isObject(record.node_results)),
  // `<instance>/trajectory.json` with `eval_result.json` beside it; a tree of any other name is a run by itself.
  groupOf(record, { path }) {
    const names = sourceNames(path);
    const isTree = isObject(record) && !isObject(record.node_results);
    return isTree && names.at(-1) !== "trajectory.json" ? null : names.slice(0, -1).join("/");
  },
  couldHold: (head, path) =>
    /"(?:root|nodes|node_results)"/.test(head) || sourceNames(path).at(-1) === "trajectory.json",
  toReading(records, { path }) {
    const tree = records.find((each) => !isObject(each.node_results));
    if (tree === undefined)
      throw new MemopError("BAD_RECORD", "an evaluation of a tree's nodes without the tree beside it");
    const verdicts = objectAt(records.find((each) => isObject(each.node_results))?.node_results);
    const branches = branchesOf(nestedRoot(tree), "root", openNode);
    const taskId = taskIdOf(tree, path);
    return branches.map((branch, leaf) => readingOf(branch, tree, { taskId, leaf, leaves: branches.length, verdicts }));
  },
});

function isNode(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.node_id === "number" &&
    ["action_steps", "user_message", "message", "file_context", "action", "visits"].some((key) => key in value)
  );
}

interface AboutBranch {
  readonly taskId: string | null;
  readonly leaf: number;
  readonly leaves: number;
  /** Evaluations of leaves by their ids, from the file beside the tree. */
  readonly verdicts: UnknownObject;
}

function readingOf(
  { nodes, shared }: Branch<MoatlessNode>,
  tree: MoatlessTree,
  { taskId, leaf, leaves, verdicts }: AboutBranch,
): Reading {
  const last = nodes.at(-1);
  const steps = nodes.flatMap(nodeSteps);
  const failure = nodes.map(({ error }) => nameOrNull(error)).findLast((each) => each !== null) ?? null;
  const isEnded = last?.terminal === true;
  const trajectory = newTrajectory({
    taskId,
    agent: { name: "moatless" },
    model: modelOf(nodes, tree),
    limits: { turns: limitOrNull(tree.max_depth) },
    exitStatus: isEnded ? "terminal" : failure === null ? "unfinished branch" : "error",
    health: failure === null || isEnded ? "healthy" : "error",
    finalPatch: patchOf(nodes),
    usage: summedUsage(steps),
    steps,
    extra: { branch: { leaf, leaves, sharedNodes: shared }, ...compact({ metadata: tree.metadata, error: failure }) },
  });
  const result = objectAt(verdicts[String(last?.node_id)] ?? last?.evaluation_result ?? tree.evaluation_result);
  return { trajectory, outcome: embeddedOutcome(taskId, result.resolved, result), task: null };
}

/** The patches of the files of the last node that has any context. */
function patchOf(nodes: readonly MoatlessNode[]): string | null {
  const context = nodes.findLast((node) => Array.isArray(objectAt(node.file_context).files));
  if (context === undefined) return null;
  const files = (objectAt(context.file_context).files as readonly unknown[]).map((file) =>
    nameOrNull(objectAt(file).patch),
  );
  return files.filter((patch) => patch !== null).join("\n");
}

function modelOf(nodes: readonly MoatlessNode[], tree: MoatlessTree): string | null {
  const completions = nodes.flatMap((node) => [
    ...(node.action_steps ?? []).map((each) => each.completion),
    ...Object.values(objectAt(node.completions)),
  ]);
  const named = completions.map((each) => nameOrNull(objectAt(each).model)).find((each) => each !== null);
  const agent = objectAt(tree.agent);
  const configured = [agent.completion, agent.completion_model, tree.metadata].map((each) =>
    nameOrNull(objectAt(each).model),
  );
  return named ?? configured.find((each) => each !== null) ?? null;
}

/** Named in the metadata, or by the file or its folder: `<instance>/trajectory.json`. */
function taskIdOf(tree: MoatlessTree, path: string): string | null {
  return nameOrNull(objectAt(tree.metadata).instance_id) ?? nameOrNull(tree.instance_id) ?? taskIdInNames(path);
}
