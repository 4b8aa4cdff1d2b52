import { expect, test } from "vitest";
import { describeFormat } from "../../testing/describe-format.ts";
import { moatless } from "./moatless.ts";

describeFormat(moatless, new URL("./fixtures/", import.meta.url), {
  malformed: [
    { record: { root: { node_id: 0, user_message: 1 } }, names: "user_message" },
    {
      record: { root: { node_id: 0, children: [{ node_id: 0, visits: 1, children: [{}] }] } },
      names: "root.children[0].children[0]",
    },
    { record: { nodes: [] }, names: "nodes" },
  ],
  leavesOut: [
    { path: /children\[[1-9]\]/, reason: "other branches are trajectories of their own" },
    { path: /action_args_class/, reason: "the name of the call" },
    { path: /properties\./, reason: "said by the message, or the diff of the file's context" },
    { path: /node_id|timestamp/, reason: "of the first reading only" },
  ],
});

test("only the branch that was evaluated has an outcome", () => {
  const node = (id: number, more: object = {}) => ({ node_id: id, user_message: "x", ...more });
  const root = node(0, { children: [node(1, { evaluation_result: { resolved: true } }), node(2)] });
  const readings = moatless.readAll([{ root }], { path: "runs/o__r-1/trajectory.json" });
  expect(readings.map(({ outcome }) => outcome?.resolved)).toEqual([true, undefined]);
});

test("a flat list whose nodes name each other in a circle ends", () => {
  const nodes = [
    { node_id: 0, message: "x" },
    { node_id: 1, parent_node_id: 2, message: "y" },
    { node_id: 2, parent_node_id: 1, message: "z" },
  ];
  expect(moatless.readAll([{ nodes }], { path: "x" })).toHaveLength(1);
});

test("each leaf that the evaluation beside the tree names has its own outcome", () => {
  const node = (id: number, more: object = {}) => ({ node_id: id, user_message: "x", ...more });
  const tree = { root: node(0, { children: [node(1), node(2), node(3)] }) };
  const evaluation = { node_results: { "1": { resolved: false }, "2": { resolved: true } }, status: "completed" };
  const [treePath, evaluationPath] = ["runs/o__r-1/trajectory.json", "runs/o__r-1/eval_result.json"];
  expect(moatless.groupOf(tree, { path: treePath })).toBe(moatless.groupOf(evaluation, { path: evaluationPath }));
  expect(moatless.groupOf(tree, { path: "runs/o__r-1.json" })).toBeNull();
  const readings = moatless.readAll([evaluation, tree], { path: evaluationPath, paths: [evaluationPath, treePath] });
  expect(readings.map(({ outcome }) => outcome?.resolved)).toEqual([false, true, undefined]);
  expect(() => moatless.read([evaluation], { path: evaluationPath })).toThrow(
    expect.objectContaining({ code: "BAD_RECORD", message: expect.stringContaining("without the tree") }),
  );
});
