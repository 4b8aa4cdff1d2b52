import type { DraftStep } from "../draft-step.ts";
import { unusedEntries } from "../json-access.ts";
import { nebiusSteps } from "../nebius/nebius-steps.ts";
import type { NebiusMessage } from "../nebius/raw.ts";
import type { Branch } from "../tree/branches.ts";
import type { DarsNode } from "./raw.ts";

/**
 * The steps of one branch. DARS runs SWE-agent's commands and shows SWE-agent's prompt, so that its messages are read as
 * those of SWE-agent's rows are; what the search noted on a node (candidates, critic) is in the step's `extra`, with the
 * number of the node.
 */
export function branchSteps({ nodes: all, numbers }: Branch<DarsNode>): DraftStep[] {
  const nodes = all.map((node, at) => ({ ...node, treeNode: numbers[at] }));
  const demonstrations = nodes.filter((node) => node.is_demo === true);
  const steps = nebiusSteps(nodes.filter((node) => node.is_demo !== true).map(messageOf));
  const shown = demonstrations.map((node): DraftStep => {
    const source = node.role === "assistant" ? "agent" : "user";
    return { source, text: node.content ?? "", marks: ["demonstration"], extra: notesOf(node) };
  });
  const lead = steps.findIndex((step) => step.source !== "system");
  return lead === -1 ? [...steps, ...shown] : [...steps.slice(0, lead), ...shown, ...steps.slice(lead)];
}

function messageOf(node: DarsNode): NebiusMessage {
  const isSystem = node.role === "system";
  const role = node.role === "assistant" ? "ai" : node.role;
  return { ...notesOf(node), role, [isSystem ? "system_prompt" : "text"]: node.content ?? "" };
}

/** What the search wrote on a node, without what is empty and without what the message says anyway. */
function notesOf(node: DarsNode): Record<string, unknown> {
  const notes = unusedEntries(node, known);
  return Object.fromEntries(Object.entries(notes).filter(([, value]) => !isEmpty(value)));
}

/** `_action_expansion_limit` is the state of the search, the same on nearly every node. */
const known: ReadonlySet<string> = new Set([
  "role",
  "content",
  "thought",
  "action",
  "agent",
  "is_demo",
  "is_terminal",
  "children",
  "has_solution",
  "text",
  "system_prompt",
  "mask",
  "_depth",
  "_action_expansion_limit",
]);

function isEmpty(value: unknown): boolean {
  return value === "" || (Array.isArray(value) && value.length === 0);
}
