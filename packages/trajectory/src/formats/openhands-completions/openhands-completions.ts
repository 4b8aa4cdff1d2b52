import { defineFormat } from "../../format.ts";
import type { ChatMessage } from "../chat/chat-message.ts";
import { isChat } from "../chat/chat-message.ts";
import { chatSteps } from "../chat/chat-steps.ts";
import type { DraftStep } from "../draft-step.ts";
import { isoTime } from "../iso-time.ts";
import { countOrNull, isObject, nameOrNull, objectAt } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { sourceNames } from "../source-name.ts";
import { Completion } from "./raw.ts";

/** Logged model calls of OpenHands: all files of one folder are one run, and the last call holds the whole of it. */
export const openHandsCompletions = defineFormat({
  name: "openhands-completions",
  title: "OpenHands llm_completions folders (one file for each model call)",
  scope: "folder",
  gives: {
    taskId: "sometimes",
    model: "yes",
    steps: "yes",
    reasoning: "sometimes",
    edits: "yes",
    patch: "no",
    outcome: "no",
    usage: "yes",
    cost: "yes",
    timestamps: "yes",
    limits: "no",
    tokenIds: "no",
  },
  raw: Completion,
  matches: (record) =>
    isObject(record) &&
    isChat(record.messages) &&
    isObject(record.kwargs) &&
    isObject(record.response) &&
    Array.isArray(record.response.choices),
  toReading(completions, { path }) {
    const calls = completions.toSorted((a, b) => (a.timestamp ?? 0) - (b.timestamp ?? 0));
    const last = calls.at(-1) ?? completions[0];
    const sent = structuredMessages(last);
    const answer = answerOf(last);
    const steps = withUsage(chatSteps([...sent, answer]), calls);
    const tools = last.tools ?? last.kwargs.tools;
    const trajectory = newTrajectory({
      taskId: taskFolder(path),
      agent: { name: "openhands" },
      model: nameOrNull(last.response.model),
      exitStatus: null,
      usage: {
        costUsd: total(calls.map((call) => call.cost)),
        promptTokens: total(calls.map((call) => call.response.usage?.prompt_tokens)),
        completionTokens: total(calls.map((call) => call.response.usage?.completion_tokens)),
        cachedTokens: total(calls.map((call) => cachedTokens(call))),
        seconds: total(calls.map((call) => call.latency_sec)),
      },
      tools: Array.isArray(tools) ? tools : null,
      steps,
      extra: { completions: calls.length, ...(lostMessages(calls, sent) ? { condensed: true } : {}) },
    });
    return { trajectory, outcome: null, task: null };
  },
});

/** The messages that were sent, in their structured form where the log has one. */
function structuredMessages(call: Completion): readonly ChatMessage[] {
  return call.fncall_messages ?? call.raw_messages ?? call.messages;
}

/** The model's last answer. litellm wrappers put the structured form of a textual call into `response` itself. */
function answerOf(call: Completion): ChatMessage {
  const message = (call.fncall_response ?? call.response).choices[0]?.message ?? {};
  return { ...message, role: "assistant" };
}

/** Lays each call's usage and time onto the agent step that it produced: the one after the agent steps that it was sent. */
function withUsage(steps: readonly DraftStep[], calls: readonly Completion[]): DraftStep[] {
  const agentSteps = steps.filter((step) => step.source === "agent");
  for (const call of calls) {
    const sentAnswers = structuredMessages(call).filter((message) => message.role === "assistant").length;
    const step = agentSteps[sentAnswers];
    if (step === undefined) continue;
    const usage = call.response.usage ?? {};
    step.timestamp = isoTime(call.timestamp);
    step.model = nameOrNull(call.response.model);
    step.seconds = countOrNull(call.latency_sec);
    const finishReason = call.response.choices[0]?.finish_reason;
    if (typeof finishReason === "string") step.extra = { ...step.extra, finishReason };
    step.usage = {
      promptTokens: countOrNull(usage.prompt_tokens),
      completionTokens: countOrNull(usage.completion_tokens),
      cachedTokens: cachedTokens(call),
      costUsd: countOrNull(call.cost),
    };
  }
  return [...steps];
}

function cachedTokens(call: Completion): number | null {
  const usage = call.response.usage ?? {};
  return (
    countOrNull(objectAt(usage, "prompt_tokens_details").cached_tokens) ?? countOrNull(usage.cache_read_input_tokens)
  );
}

/** Sum of the known values; null when none is known. */
function total(values: readonly unknown[]): number | null {
  const known = values.flatMap((value) => countOrNull(value) ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** True when an earlier call was sent more than the last one: a condenser has dropped turns from what we see. */
function lostMessages(calls: readonly Completion[], sent: readonly ChatMessage[]): boolean {
  return calls.some((call) => structuredMessages(call).length > sent.length);
}

/** The folder right under `llm_completions`, which OpenHands names after the instance; null where there is none. */
function taskFolder(path: string): string | null {
  const names = sourceNames(path);
  const at = names.indexOf("llm_completions");
  const folder = at === -1 || at + 2 > names.length - 1 ? null : names[at + 1];
  return folder ?? null;
}
