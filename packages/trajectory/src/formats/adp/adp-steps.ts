import type { Observation, ToolCall } from "../../step.ts";
import { exitCodeOf } from "../chat/exit-code.ts";
import { toolArguments } from "../chat/tool-arguments.ts";
import type { DraftStep } from "../draft-step.ts";
import { nameOrNull, unusedEntries } from "../json-access.ts";
import { addEdits } from "../swe-agent/add-edits.ts";
import type { AdpItem } from "./raw.ts";

/** Name of a text observation that stands in for a reply that was not recorded: ADP demands one for each linked call. */
export const NO_REPLY = "no_reply";

/**
 * The steps of a trajectory's items. Observations belong to the call that they name, else to the action before them.
 *
 * Actions in a row are one step when the later ones say nothing of their own: parallel calls of one response. A final
 * message after `submit` is the converter's, not the model's.
 */
export function adpSteps(items: readonly AdpItem[]): DraftStep[] {
  const steps: DraftStep[] = [];
  const stepOfCall = new Map<string, DraftStep>();
  // Calls without a link, whose result is told by order.
  const unlinked = new Set<ToolCall>();
  for (const [at, item] of items.entries()) {
    const last = steps.at(-1);
    if (item.class_.endsWith("_action")) {
      const isParallel = isCall(items[at - 1]) && isCall(item) && isSilent(item) && last !== undefined;
      const step = isParallel ? last : agentStep(item, steps);
      if (!isParallel) steps.push(step);
      if (isCall(item)) {
        const call = callOf(item, step);
        step.toolCalls?.push(call);
        noteRest(step, "actionParts", unusedEntries(item, callKeys));
        if (nameOrNull(item.tool_call_id) !== null) stepOfCall.set(item.tool_call_id as string, step);
        else unlinked.add(call);
      }
    } else if (item.name === NO_REPLY && (item.content ?? "") === "") continue;
    else {
      const linked = stepOfCall.get(item.tool_call_id ?? "");
      const open = openCall(last, unlinked);
      if (linked !== undefined) addObservation(linked, item, item.tool_call_id ?? null);
      else if (last !== undefined && isReply(item, last, open)) addObservation(last, item, open?.id ?? null);
      else steps.push(messageStep(item));
    }
  }
  addEdits(steps);
  return steps;
}

function isCall(item: AdpItem | undefined): boolean {
  return item?.class_ === "api_action" || item?.class_ === "code_action";
}

function isSilent(item: AdpItem): boolean {
  return typeof item.description !== "string" && typeof item.reasoning_content !== "string";
}

function agentStep(item: AdpItem, before: readonly DraftStep[]): DraftStep {
  const isMessage = item.class_ === "message_action";
  const content = isMessage ? (item.content ?? "") : "";
  const finish = /^\s*<finish>([\s\S]*)<\/finish>\s*$/.exec(content);
  const said = finish === null ? content : (finish[1] ?? "").trim();
  const isFabricated = finish !== null && before.at(-1)?.toolCalls?.at(-1)?.name === "submit";
  return {
    source: "agent",
    text: isMessage
      ? [item.description ?? "", said].filter((text) => text !== "").join("\n\n")
      : (item.description ?? ""),
    reasoning: item.reasoning_content ?? null,
    toolCalls: [],
    observations: [],
    marks: isFabricated ? ["synthetic"] : [],
    extra: {
      ...(finish === null ? {} : { response: content, isFinish: true }),
      ...(isMessage ? unusedEntries(item, messageKeys) : {}),
    },
  };
}

const messageKeys = new Set(["class_", "content", "description", "reasoning_content"]);
const callKeys = new Set([...messageKeys, "function", "kwargs", "language", "tool_call_id"]);

function callOf(item: AdpItem, step: DraftStep): ToolCall {
  const taken = new Set(step.toolCalls?.map((call) => call.id));
  let id = nameOrNull(item.tool_call_id) ?? "call-1";
  for (let attempt = taken.size + 1; taken.has(id); attempt += 1) id = `call-${attempt}`;
  if (item.class_ === "api_action") {
    return { id, name: nameOrNull(item.function) ?? "unknown", arguments: toolArguments(item.kwargs) };
  }
  const language = nameOrNull(item.language) ?? "unknown";
  const isShell = shells.has(language);
  const code = item.content ?? "";
  return isShell ? { id, name: "bash", arguments: { command: code } } : { id, name: language, arguments: { code } };
}

/** Languages of a code action that are a shell's; `bash` is what their calls are named. */
const shells: ReadonlySet<string> = new Set(["bash", "sh", "shell"]);

/** A user's text right after a call is its result: many converters know only the roles of a chat. */
function isReply(item: AdpItem, last: DraftStep, open: ToolCall | null): boolean {
  if (last.source !== "agent" || item.name === "system" || item.source === "agent") return false;
  return item.source !== "user" || open !== null;
}

function openCall(step: DraftStep | undefined, unlinked: ReadonlySet<ToolCall>): ToolCall | null {
  const answered = new Set(step?.observations?.map((each) => each.callId));
  return step?.toolCalls?.find((call) => unlinked.has(call) && !answered.has(call.id)) ?? null;
}

function addObservation(step: DraftStep, item: AdpItem, callId: string | null): void {
  const content = textOf(item);
  const isKnown = step.toolCalls?.some((call) => call.id === callId) === true;
  const observation: Observation = {
    callId: isKnown ? callId : null,
    content,
    isError: null,
    exitCode: exitCodeOf(content),
  };
  step.observations?.push(observation);
  noteRest(step, "observationParts", restOf(item));
}

/** Keeps what a step's items hold beyond its fields, such as rewards. */
function noteRest(step: DraftStep, key: "actionParts" | "observationParts", rest: Record<string, unknown>): void {
  if (Object.keys(rest).length === 0) return;
  const known = (step.extra?.[key] as unknown[] | undefined) ?? [];
  step.extra = { ...step.extra, [key]: [...known, rest] };
}

function messageStep(item: AdpItem): DraftStep {
  const rest = restOf(item);
  return {
    source: item.name === "system" ? "system" : "user",
    text: textOf(item),
    extra: {
      ...(item.source === "user" || item.name === "system" ? {} : { adpSource: item.source ?? item.class_ }),
      ...(Object.keys(rest).length === 0 ? {} : { parts: [rest] }),
    },
  };
}

/** What the model saw of an observation as text: of a web page its accessibility tree, else its source. */
function textOf(item: AdpItem): string {
  if (item.class_ === "web_observation") return nameOrNull(item.axtree) ?? nameOrNull(item.html) ?? "";
  return item.class_ === "image_observation" ? "" : (item.content ?? "");
}

function restOf(item: AdpItem): Record<string, unknown> {
  const used = ["class_", "source", "tool_call_id", ...(item.name === "system" ? ["name"] : [])];
  const shown = item.class_ === "web_observation" ? (nameOrNull(item.axtree) === null ? ["html"] : ["axtree"]) : [];
  const rest = unusedEntries(
    item,
    new Set([...used, ...shown, ...(item.class_ === "image_observation" ? [] : ["content"])]),
  );
  const isPlain = item.class_ === "text_observation" || Object.keys(rest).length === 0;
  return isPlain ? rest : { class_: item.class_, ...rest };
}
