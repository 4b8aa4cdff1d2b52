import * as z from "zod";
import type { Edit } from "../../edit.ts";
import { defineFormat, type Reading } from "../../format.ts";
import { repositoryPath } from "../../repository-path.ts";
import type { Observation, ToolCall } from "../../step.ts";
import { toolArguments } from "../chat/tool-arguments.ts";
import type { DraftStep } from "../draft-step.ts";
import { compact, countOrNull, isObject, nameOrNull, type UnknownObject } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";

const ExecEvent = z.looseObject({
  type: z.string(),
  thread_id: z.string().nullish(),
  item: z.looseObject({ id: z.string().nullish() }).nullish(),
  usage: z.looseObject({}).nullish(),
});
type ExecEvent = z.infer<typeof ExecEvent>;

/** What `codex exec --json` prints: events of threads, turns and items. */
export const codexExec = defineFormat({
  name: "codex-exec",
  title: "output of headless Codex runs (codex exec --json)",
  scope: "file",
  gives: {
    taskId: "no",
    model: "no",
    steps: "yes",
    reasoning: "sometimes",
    edits: "yes",
    patch: "no",
    outcome: "no",
    usage: "sometimes",
    cost: "no",
    timestamps: "no",
    limits: "no",
    tokenIds: "no",
    notTried: "the shape is that of Codex' documentation; no real output was at hand",
  },
  raw: ExecEvent,
  matches(record) {
    if (!isObject(record) || typeof record.type !== "string") return false;
    if (record.type === "thread.started") return typeof record.thread_id === "string";
    if (/^item\.(?:started|updated|completed)$/.test(record.type)) return isObject(record.item);
    if (record.type === "error") return typeof record.message === "string" && Object.keys(record).length === 2;
    return /^turn\.(?:started|completed|failed)$/.test(record.type);
  },
  couldHold: (head) => /"(?:thread|turn|item)\.\w+"/.test(head),
  toReading(events) {
    const threads: ExecEvent[][] = [];
    for (const event of events) {
      if (threads.length === 0 || (event.type === "thread.started" && (threads.at(-1)?.length ?? 0) > 0))
        threads.push([]);
      threads.at(-1)?.push(event);
    }
    return threads.flatMap((each) => readingOf(each) ?? []);
  },
});

function readingOf(events: readonly ExecEvent[]): Reading | null {
  const steps = stepsOf(events);
  if (steps.length === 0) return null;
  // A thread that goes on reports what it used so far, at the end of each turn.
  const usage = events.findLast((event) => event.type === "turn.completed")?.usage ?? {};
  const last =
    events.findLast((event) => ["turn.completed", "turn.failed", "error"].includes(event.type))?.type ?? null;
  const trajectory = newTrajectory({
    agent: { name: "codex" },
    exitStatus: last,
    health: last === "turn.failed" || last === "error" ? "error" : "healthy",
    usage: {
      promptTokens: countOrNull(usage.input_tokens),
      completionTokens: countOrNull(usage.output_tokens),
      cachedTokens: countOrNull(usage.cached_input_tokens),
    },
    steps,
    extra: compact({
      threadId: nameOrNull(events.find((event) => event.type === "thread.started")?.thread_id),
    }) as Record<string, unknown>,
  });
  return { trajectory, outcome: null, task: null };
}

/**
 * One step for each item that does something, with the reasoning and the text that came before it. Of an item's events the
 * last counts: one that never completed was interrupted, and has no reply.
 */
function stepsOf(events: readonly ExecEvent[]): DraftStep[] {
  const items = new Map<string, { readonly item: UnknownObject; readonly isComplete: boolean }>();
  for (const [at, event] of events.entries()) {
    const isFailure = event.type === "turn.failed" || event.type === "error";
    if (isFailure) items.set(`failure ${at}`, { item: { type: "failure", error: event }, isComplete: true });
    if (!isObject(event.item)) continue;
    items.set(nameOrNull(event.item.id) ?? `item ${at}`, {
      item: event.item,
      isComplete: event.type === "item.completed",
    });
  }
  const steps: DraftStep[] = [];
  let pending: DraftStep | null = null;
  const open = (): DraftStep => {
    pending ??= { source: "agent", text: "", toolCalls: [], observations: [], edits: [], extra: {} };
    return pending;
  };
  const close = (): void => {
    if (pending !== null) steps.push(pending);
    pending = null;
  };
  for (const { item, isComplete } of items.values()) {
    const type = item.type ?? item.item_type;
    if (type === "reasoning") {
      if (pending !== null && (pending as DraftStep).text !== "") close();
      const step = open();
      step.reasoning = [step.reasoning, nameOrNull(item.text)].filter((text) => text).join("\n\n") || null;
    } else if (type === "agent_message" || type === "assistant_message") {
      if (pending !== null && (pending as DraftStep).text !== "") close();
      open().text = nameOrNull(item.text) ?? "";
    } else if (type === "failure" || type === "error") {
      close();
      steps.push({ source: "agent", text: failureText(item), marks: ["synthetic"] });
    } else {
      act(open(), String(type), item, isComplete);
      close();
    }
  }
  close();
  return steps;
}

function failureText(item: UnknownObject): string {
  const error = isObject(item.error) && isObject(item.error.error) ? item.error.error : (item.error ?? item);
  return isObject(error) ? (nameOrNull(error.message) ?? JSON.stringify(error)) : String(error);
}

function act(step: DraftStep, type: string, item: UnknownObject, isComplete: boolean): void {
  const id = nameOrNull(item.id) ?? "call-1";
  const isError =
    item.status === "failed" || item.status === "declined" ? true : item.status === "completed" ? false : null;
  const observation: Observation = { callId: id, content: "", isError, exitCode: null };
  const put = (call: Omit<ToolCall, "id">, reply: Partial<Observation>): void => {
    step.toolCalls?.push({ id, ...call });
    if (isComplete) step.observations?.push({ ...observation, ...reply });
  };
  switch (type) {
    case "command_execution":
      put(
        { name: "shell", arguments: { command: item.command ?? "" } },
        {
          content: typeof item.aggregated_output === "string" ? item.aggregated_output : "",
          isError: null,
          exitCode: Number.isSafeInteger(item.exit_code) ? (item.exit_code as number) : null,
        },
      );
      return;
    case "file_change":
      put({ name: "file_change", arguments: { changes: item.changes ?? [] } }, {});
      step.edits?.push(...changesOf(item.changes, isComplete && isError !== true));
      return;
    case "mcp_tool_call": {
      const { result, error } = item;
      const content = isObject(error)
        ? (nameOrNull(error.message) ?? JSON.stringify(error))
        : JSON.stringify(result ?? "");
      put(
        { name: `${String(item.server)}.${String(item.tool)}`, arguments: toolArguments(item.arguments) },
        { content },
      );
      return;
    }
    default: {
      const { id: _, type: _type, item_type: _itemType, status: _status, ...rest } = item;
      put({ name: type, arguments: rest }, {});
    }
  }
}

function changesOf(changes: unknown, succeeded: boolean): Edit[] {
  if (!Array.isArray(changes)) return [];
  return changes.filter(isObject).flatMap((change): Edit[] => {
    if (typeof change.path !== "string" || change.path.trim() === "") return [];
    const kind = change.kind === "add" ? "create" : change.kind === "delete" ? "delete" : "modify";
    const path = repositoryPath(change.path);
    return [{ path, kind, oldPath: null, oldText: null, newText: null, succeeded, via: "tool", functions: [] }];
  });
}
