import { MemopError } from "@memop/core";
import * as z from "zod";
import { recordErrorText } from "../../record-error-text.ts";
import type { OpenNode } from "../tree/branches.ts";

/** One action of a node with what came back; `action_args_class` names the action's type. */
const ActionStep = z.looseObject({
  action: z.looseObject({}).nullish(),
  observation: z.union([z.string(), z.looseObject({})]).nullish(),
  completion: z.looseObject({}).nullish(),
});
/** An action of a node with its observation. */
export type ActionStep = z.infer<typeof ActionStep>;

/** A node of the tree. Older ones have one `action` with its `output` instead of `action_steps`. */
export const MoatlessNode = z.looseObject({
  node_id: z.number(),
  user_message: z.string().nullish(),
  message: z.string().nullish(),
  assistant_message: z.string().nullish(),
  action_steps: z.array(ActionStep).nullish(),
  action: z.looseObject({}).nullish(),
  children: z.array(z.unknown()).nullish(),
});
export type MoatlessNode = z.infer<typeof MoatlessNode>;

/** A saved tree: nested from `root` or from the only entry of `nodes`, or a list of nodes that name their parents. */
export const MoatlessTree = z.looseObject({
  root: z.looseObject({}).nullish(),
  nodes: z.array(z.looseObject({})).nullish(),
});
export type MoatlessTree = z.infer<typeof MoatlessTree>;

/** Throws `BAD_RECORD` with the path of a value that is no node. */
export function openNode(value: unknown, path: string): OpenNode<MoatlessNode> {
  const parsed = MoatlessNode.safeParse(value);
  if (parsed.success) return { node: parsed.data, children: parsed.data.children ?? [] };
  throw new MemopError("BAD_RECORD", `not a moatless record: in ${path}: ${recordErrorText(parsed.error)}`);
}

/**
 * The tree as one nested node. A flat list is put together by `parent_node_id` (or `parent_id`); nodes whose parent is not in
 * the list hang from the root. Throws `BAD_RECORD` when there is none.
 */
export function nestedRoot({ root, nodes }: MoatlessTree): Record<string, unknown> {
  if (root !== null && root !== undefined) return root;
  const list = nodes ?? [];
  const [first] = list;
  if (first === undefined)
    throw new MemopError("BAD_RECORD", "not a moatless record: nodes: expected at least one node");
  if (list.length === 1) return first;
  const copies = list.map((node) => ({ ...node, children: [] as unknown[] }));
  const byId = new Map(copies.map((node) => [(node as Record<string, unknown>).node_id, node]));
  for (const [at, node] of copies.entries()) {
    if (at === 0) continue;
    const source = list[at] as Record<string, unknown>;
    const parent = byId.get(source.parent_node_id ?? source.parent_id);
    // A node that is its own ancestor would never end.
    if (parent === undefined || copies.indexOf(parent) >= at) copies[0]?.children.push(node);
    else parent.children.push(node);
  }
  return copies[0] as Record<string, unknown>;
}
