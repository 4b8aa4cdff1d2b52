import type { StepUsage, ToolCall } from "../../step.ts";
import { withUniqueIds } from "../chat/assistant-calls.ts";
import { contentText, otherParts } from "../chat/content-text.ts";
import type { DraftStep } from "../draft-step.ts";
import { isoTime } from "../iso-time.ts";
import { nameOrNull, type UnknownObject } from "../json-access.ts";
import { codexCall, codexObservation, execEdits, isOutput } from "./codex-call.ts";
import type { CodexEntry } from "./entry.ts";
import { tokenCounts } from "./token-counts.ts";

/** What the entries of a session say, apart from its head. */
export interface CodexSession {
  readonly steps: readonly DraftStep[];
  readonly usage: StepUsage | null;
  readonly model: string | null;
  /** How the last turn ended, in Codex' words; null when no entry says. */
  readonly exitStatus: string | null;
}

/**
 * The steps of a session, from the items that the model got and gave; the events that repeat them for the interface only
 * add what items lack: token counts, exit statuses, refused patches, raw reasoning, how a turn ended.
 *
 * Items between two replies belong to one response: its reasoning, its text and all its calls are one step.
 */
export function sessionSteps(entries: readonly CodexEntry[]): CodexSession {
  const steps: DraftStep[] = [];
  const stepOfCall = new Map<string, DraftStep>();
  const counts = tokenCounts();
  let open: DraftStep | null = null;
  let lastAgent: DraftStep | null = null;
  let model: string | null = null;
  let workingDirectory: string | null = null;
  let exitStatus: string | null = null;

  const agentStep = (timestamp: string | null): DraftStep => {
    if (open !== null) return open;
    open = {
      source: "agent",
      text: "",
      toolCalls: [],
      observations: [],
      edits: [],
      timestamp: isoTime(timestamp),
      model,
      workingDirectory,
      extra: {},
    };
    steps.push(open);
    lastAgent = open;
    return open;
  };
  const reason = (step: DraftStep, text: string): void => {
    if (text === "" || step.reasoning?.includes(text)) return;
    step.reasoning = step.reasoning ? `${step.reasoning}\n\n${text}` : text;
  };
  const add = ({ payload: item, timestamp }: CodexEntry): void => {
    if (isOutput(item)) {
      open = null;
      const { observation, parts } = codexObservation(item);
      const step = stepOfCall.get(observation.callId ?? "");
      if (step === undefined) {
        const extra = { orphanToolCallId: observation.callId, ...(parts.length === 0 ? {} : { parts }) };
        steps.push({ source: "user", text: observation.content, timestamp: isoTime(timestamp), extra });
        return;
      }
      step.observations?.push(observation);
      if (parts.length > 0) step.extra = { ...step.extra, observationParts: parts };
    } else if (item.type === "reasoning") {
      reason(agentStep(timestamp), reasoningText(item));
    } else if (item.type === "message" || (item.type === undefined && typeof item.role === "string")) {
      if (item.role === "assistant") {
        const step = agentStep(timestamp);
        const said = contentText(item.content);
        step.text = step.text ? `${step.text}\n${said}` : said;
      } else {
        open = null;
        steps.push(messageStep(item, timestamp));
      }
    } else {
      const call = codexCall(item);
      if (call === null) return;
      const step = agentStep(timestamp);
      const calls: ToolCall[] = withUniqueIds([...(step.toolCalls ?? []), call]);
      step.toolCalls = calls;
      stepOfCall.set(calls.at(-1)?.id ?? "", step);
    }
  };
  const look = ({ payload: event }: CodexEntry): void => {
    const step = stepOfCall.get(nameOrNull(event.call_id) ?? "");
    switch (event.type) {
      case "token_count": {
        const usage = counts.added(event);
        if (usage === null) return;
        open = null;
        if (lastAgent !== null) lastAgent.usage = plus(lastAgent.usage ?? null, usage);
        return;
      }
      case "agent_reasoning_raw_content":
        if (open !== null && nameOrNull(event.text) !== null) reason(open, nameOrNull(event.text) ?? "");
        return;
      case "exec_command_end":
        amend(step, event, (known) =>
          known.exitCode === null && Number.isSafeInteger(event.exit_code)
            ? { exitCode: event.exit_code as number }
            : {},
        );
        return;
      case "patch_apply_end":
        amend(step, event, () => (typeof event.success === "boolean" ? { isError: !event.success } : {}));
        return;
      case "turn_aborted":
        exitStatus = nameOrNull(event.reason) ?? "aborted";
        return;
      case "task_complete":
      case "turn_complete":
        exitStatus = "completed";
        return;
    }
  };
  // Events of a call may come before its output does.
  const late: CodexEntry[] = [];
  for (const entry of entries) {
    if (entry.kind === "context" || entry.kind === "meta") {
      model = nameOrNull(entry.payload.model) ?? model;
      workingDirectory = nameOrNull(entry.payload.cwd) ?? workingDirectory;
    } else if (entry.kind === "item") add(entry);
    else if (entry.kind === "event") {
      if (entry.payload.call_id === undefined) look(entry);
      else late.push(entry);
    } else if (entry.kind === "compacted") {
      open = null;
      const text = nameOrNull(entry.payload.message) ?? "";
      if (text !== "")
        steps.push({ source: "user", text, marks: ["condensation"], timestamp: isoTime(entry.timestamp) });
    }
  }
  for (const entry of late) look(entry);
  for (const step of steps) {
    step.edits = (step.toolCalls ?? []).flatMap((call) =>
      execEdits(
        call,
        step.observations?.find((each) => each.callId === call.id),
        step.workingDirectory ?? null,
      ),
    );
  }
  return { steps, usage: counts.total(), model, exitStatus };
}

type KnownObservation = NonNullable<DraftStep["observations"]>[number];

function amend(
  step: DraftStep | undefined,
  event: UnknownObject,
  change: (known: KnownObservation) => Partial<KnownObservation>,
): void {
  if (step?.observations === undefined) return;
  step.observations = step.observations.map((known) =>
    known.callId === event.call_id ? { ...known, ...change(known) } : known,
  );
}

function plus(a: StepUsage | null, b: StepUsage): StepUsage {
  if (a === null) return b;
  const sum = (field: "promptTokens" | "completionTokens" | "cachedTokens"): number =>
    (a[field] ?? 0) + (b[field] ?? 0);
  return {
    promptTokens: sum("promptTokens"),
    completionTokens: sum("completionTokens"),
    cachedTokens: sum("cachedTokens"),
    costUsd: null,
  };
}

function reasoningText(item: UnknownObject): string {
  const shown = [item.summary, item.content].flatMap((list) => (Array.isArray(list) ? contentText(list) : []));
  return shown.filter((text) => text !== "").join("\n\n");
}

function messageStep(item: UnknownObject, timestamp: string | null): DraftStep {
  const text = contentText(item.content);
  const parts = otherParts(item.content);
  const isSystem = item.role === "developer" || item.role === "system";
  // What the harness puts before the user's own words.
  const isInjected =
    /^\s*(?:<(?:environment_context|user_instructions|turn_aborted|user_shell_command|skill)\b|# AGENTS\.md instructions)/.test(
      text,
    );
  return {
    source: isSystem ? "system" : "user",
    text,
    timestamp: isoTime(timestamp),
    extra: { ...(isInjected ? { kind: "injected" } : {}), ...(parts === null ? {} : { parts }) },
  };
}
