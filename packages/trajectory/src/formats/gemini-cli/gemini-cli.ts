import * as z from "zod";
import { defineFormat } from "../../format.ts";
import type { Observation, StepUsage, ToolCall } from "../../step.ts";
import { withUniqueIds } from "../chat/assistant-calls.ts";
import { contentText, otherParts } from "../chat/content-text.ts";
import { toolArguments } from "../chat/tool-arguments.ts";
import type { DraftStep } from "../draft-step.ts";
import { stepEdits } from "../edit-tools/step-edits.ts";
import { isoTime } from "../iso-time.ts";
import { compact, countOrNull, isObject, nameOrNull, objectAt, type UnknownObject } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { summedUsage } from "../summed-usage.ts";

const GeminiMessage = z.looseObject({
  type: z.string(),
  id: z.string().nullish(),
  timestamp: z.string().nullish(),
  content: z.union([z.string(), z.array(z.unknown()), z.looseObject({})]).nullish(),
  thoughts: z.array(z.unknown()).nullish(),
  toolCalls: z.array(z.looseObject({})).nullish(),
  tokens: z.looseObject({}).nullish(),
  model: z.string().nullish(),
});
type GeminiMessage = z.infer<typeof GeminiMessage>;

const GeminiSession = z.looseObject({
  sessionId: z.string(),
  projectHash: z.string().nullish(),
  messages: z.array(GeminiMessage),
});

/** Sessions of Gemini CLI: one JSON document, whatever the file's name (`session-….json`, `full.jsonl`). */
export const geminiCli = defineFormat({
  name: "gemini-cli",
  title: "Gemini CLI sessions (~/.gemini/tmp/*/chats/session-*.json)",
  gives: {
    taskId: "no",
    model: "sometimes",
    steps: "yes",
    reasoning: "sometimes",
    edits: "yes",
    patch: "no",
    outcome: "no",
    usage: "sometimes",
    cost: "no",
    timestamps: "yes",
    limits: "no",
    tokenIds: "no",
  },
  raw: GeminiSession,
  matches: (record) =>
    isObject(record) &&
    typeof record.sessionId === "string" &&
    Array.isArray(record.messages) &&
    ("projectHash" in record || ("startTime" in record && "lastUpdated" in record)),
  toReading([session]) {
    const steps = session.messages.map((message) => stepOf(message));
    const trajectory = newTrajectory({
      agent: { name: "gemini-cli" },
      model: session.messages.findLast((message) => nameOrNull(message.model) !== null)?.model ?? null,
      usage: summedUsage(steps),
      steps,
      extra: compact({
        sessionId: session.sessionId,
        projectHash: session.projectHash,
        startTime: isoTime(session.startTime),
        lastUpdated: isoTime(session.lastUpdated),
      }) as Record<string, unknown>,
    });
    return { trajectory, outcome: null, task: null };
  },
});

/** Messages of the interface (`info`, `warning`, `error`) were never part of the conversation: marked as synthetic. */
function stepOf(message: GeminiMessage): DraftStep {
  const about = { timestamp: isoTime(message.timestamp) };
  const text = partsText(message.content);
  if (message.type === "user") return { ...about, source: "user", text, extra: partsExtra(message.content) };
  if (message.type !== "gemini") {
    return { ...about, source: "user", text, marks: ["synthetic"], extra: { kind: message.type } };
  }
  const calls = message.toolCalls ?? [];
  const toolCalls: ToolCall[] = withUniqueIds(
    calls.map((call) => ({
      id: nameOrNull(call.id) ?? "",
      name: nameOrNull(call.name) ?? "unknown",
      arguments: toolArguments(call.args),
    })),
  );
  const observations = calls.flatMap((call, at) => replyOf(call, toolCalls[at]?.id ?? null) ?? []);
  return {
    ...about,
    source: "agent",
    text,
    reasoning: reasoningOf(message.thoughts ?? []),
    toolCalls,
    observations,
    edits: stepEdits(toolCalls, observations),
    model: message.model ?? null,
    usage: usageOf(message.tokens),
    extra: partsExtra(message.content),
  };
}

function partsText(content: GeminiMessage["content"]): string {
  return contentText(isObject(content) ? [content] : content);
}

function partsExtra(content: GeminiMessage["content"]): Record<string, unknown> {
  const parts = otherParts(isObject(content) ? [content] : content);
  return parts === null ? {} : { parts };
}

function reasoningOf(thoughts: readonly unknown[]): string | null {
  const texts = thoughts.filter(isObject).map(({ subject, description }) => {
    const title = nameOrNull(subject);
    return [title === null ? null : `**${title}**`, nameOrNull(description)].filter((part) => part !== null).join("\n");
  });
  return texts.length === 0 ? null : texts.join("\n\n");
}

/** What a call gave: Gemini keeps it beside the call. Null for a call that was cancelled before it gave anything. */
function replyOf(call: UnknownObject, callId: string | null): Observation | null {
  const results = Array.isArray(call.result) ? call.result : [];
  const texts = results.flatMap((result) => {
    const response = objectAt(result, "functionResponse", "response");
    const said = response.output ?? response.error ?? response.content;
    if (said === undefined) return Object.keys(response).length === 0 ? [] : [JSON.stringify(response)];
    return [typeof said === "string" ? said : contentText(said)];
  });
  const isFailed = call.status === "error" || call.status === "cancelled";
  const shown = texts.length === 0 ? (typeof call.resultDisplay === "string" ? [call.resultDisplay] : []) : texts;
  if (shown.length === 0 && !isFailed && call.status !== "success") return null;
  const hasError = results.some((result) => "error" in objectAt(result, "functionResponse", "response"));
  const content = shown.join("\n");
  return {
    callId,
    content,
    isError: isFailed || hasError ? true : call.status === "success" ? false : null,
    exitCode: exitCode(content),
  };
}

/** The status that `run_shell_command` writes into its report; `(none)` when a signal ended it. */
function exitCode(content: string): number | null {
  const found = /^Exit Code: (-?\d{1,9})$/m.exec(content);
  return found === null ? null : Number(found[1]);
}

/** Counts that are all 0 are not counts: some versions write them when the service gave none. */
function usageOf(tokens: unknown): StepUsage | null {
  if (!isObject(tokens)) return null;
  const input = countOrNull(tokens.input);
  const output = countOrNull(tokens.output);
  const thought = countOrNull(tokens.thoughts) ?? 0;
  if ((input ?? 0) === 0 && (output ?? 0) === 0) return null;
  return {
    promptTokens: input,
    completionTokens: output === null ? null : output + thought,
    cachedTokens: countOrNull(tokens.cached),
    costUsd: null,
  };
}
