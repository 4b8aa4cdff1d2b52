import type { Observation, ToolCall } from "../../step.ts";
import type { DraftStep } from "../draft-step.ts";
import { isObject, nameOrNull } from "../json-access.ts";
import type { ConversationMessage } from "../run-folder/conversation.ts";
import { patchedEdits } from "../run-folder/patched-edits.ts";

/** What the files beside the conversation tell about its steps. */
export interface StepFacts {
  /** The search calls of each round, in their order. */
  readonly layers: readonly unknown[];
  /** What became of each patch that was written, in their order: `APPLICABLE_PATCH`, … */
  readonly statuses: readonly unknown[];
}

/**
 * The steps of a conversation. An answer that is followed by `Result of …` made the search calls of the next round; one with
 * `<original>` and `<patched>` texts wrote a patch, which counts as an edit when it could be applied.
 */
export function autoCodeRoverSteps(messages: readonly ConversationMessage[], facts: StepFacts): DraftStep[] {
  const steps: DraftStep[] = [];
  const rounds = facts.layers.filter((layer) => !isPatchWriting(layer));
  let round = 0;
  let patch = 0;
  for (const [at, message] of messages.entries()) {
    const text = message.content ?? "";
    const last = steps.at(-1);
    if (message.role === "assistant") {
      const reply = messages[at + 1]?.content ?? "";
      const edits = patchedEdits(text, facts.statuses[patch] === undefined || facts.statuses[patch] === APPLICABLE);
      if (edits.length > 0) {
        patch += 1;
        steps.push({ source: "agent", text, toolCalls: [writePatch], edits, observations: [] });
      } else if (reply.startsWith(RESULT)) {
        steps.push({ source: "agent", text, toolCalls: callsOf(rounds[round]), observations: [] });
        round += 1;
      } else steps.push({ source: "agent", text });
    } else if (last?.observations?.length === 0 && message.role === "user") {
      last.observations = observationsOf(text, last.toolCalls ?? [], rounds[round - 1]);
    } else steps.push({ source: message.role === "system" ? "system" : "user", text });
  }
  return steps;
}

const APPLICABLE = "APPLICABLE_PATCH";
const RESULT = "Result of ";
const writePatch: ToolCall = { id: "call-1", name: "write_patch", arguments: {} };

function isPatchWriting(layer: unknown): boolean {
  return Array.isArray(layer) && layer.some((call) => isObject(call) && call.func_name === "write_patch");
}

function callsOf(layer: unknown): ToolCall[] {
  const calls = Array.isArray(layer) ? layer.filter(isObject) : [];
  return calls.map((call, at) => ({
    id: `call-${at + 1}`,
    name: nameOrNull(call.func_name) ?? "unknown",
    arguments: isObject(call.arguments) ? { ...call.arguments } : {},
  }));
}

/** One observation for each call where the reply has a `Result of` for each, else one for all. */
function observationsOf(text: string, calls: readonly ToolCall[], layer: unknown): Observation[] {
  const results = text.split(/^(?=Result of )/m);
  if (!text.startsWith(RESULT) || results.length !== calls.length) {
    return [
      { callId: calls.length === 1 ? (calls[0]?.id ?? null) : null, content: text, isError: null, exitCode: null },
    ];
  }
  const noted = Array.isArray(layer) ? layer : [];
  return results.map((content, at) => {
    const ok: unknown = isObject(noted[at]) ? noted[at].call_ok : undefined;
    return { callId: calls[at]?.id ?? null, content, isError: typeof ok === "boolean" ? !ok : null, exitCode: null };
  });
}
