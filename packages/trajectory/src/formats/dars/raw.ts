import { MemopError } from "@memop/core";
import * as z from "zod";
import { recordErrorText } from "../../record-error-text.ts";
import type { OpenNode } from "../tree/branches.ts";

/** A message of the tree. Only nodes with a user's role (replies of the environment) carry a `node_id`. */
export const DarsNode = z.looseObject({
  role: z.string(),
  content: z.string().nullish(),
  action: z.string().nullish(),
  is_demo: z.boolean().nullish(),
  is_terminal: z.boolean().nullish(),
  children: z.array(z.unknown()).nullish(),
});
export type DarsNode = z.infer<typeof DarsNode>;

/** A search tree. Its nodes are checked one by one while it is walked: trees are hundreds of messages deep. */
export const DarsTree = z.looseObject({
  root: z.looseObject({ role: z.string(), children: z.array(z.unknown()).nullish() }),
  node_count: z.number().nullish(),
  iterations: z.number().nullish(),
});
export type DarsTree = z.infer<typeof DarsTree>;

/** Throws `BAD_RECORD` with the path of a value that is no node. */
export function openNode(value: unknown, path: string): OpenNode<DarsNode> {
  const parsed = DarsNode.safeParse(value);
  if (parsed.success) return { node: parsed.data, children: parsed.data.children ?? [] };
  throw new MemopError("BAD_RECORD", `not a dars record: in ${path}: ${recordErrorText(parsed.error)}`);
}
