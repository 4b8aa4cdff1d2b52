import { defineFormat, type Reading } from "../../format.ts";
import type { StepMark } from "../../step.ts";
import { anthropicSteps, type LoggedMessage } from "../anthropic/anthropic-steps.ts";
import { anthropicUsage } from "../anthropic/anthropic-usage.ts";
import { isoTime } from "../iso-time.ts";
import { compact, countOrNull, isObject, nameOrNull } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { summedUsage } from "../summed-usage.ts";
import { StreamLine } from "./raw.ts";

/** What headless runs of Claude Code print: `claude -p --output-format stream-json`, or `json` with `--verbose`. */
export const claudeStream = defineFormat({
  name: "claude-stream",
  title: "output of headless Claude Code runs (claude -p --output-format stream-json)",
  scope: "file",
  gives: {
    taskId: "no",
    model: "sometimes",
    steps: "yes",
    reasoning: "sometimes",
    edits: "yes",
    patch: "no",
    outcome: "no",
    usage: "sometimes",
    cost: "sometimes",
    timestamps: "sometimes",
    limits: "no",
    tokenIds: "no",
    notTried: "the shape is that of Claude Code's documentation; no real output was at hand",
  },
  raw: StreamLine,
  matches: (record) =>
    isObject(record) &&
    typeof record.session_id === "string" &&
    typeof record.type === "string" &&
    lineTypes.has(record.type) &&
    isLine(record),
  couldHold: (head) => head.includes('"session_id"'),
  toReading(lines) {
    const sessions = new Map<string, StreamLine[]>();
    for (const line of lines) {
      const id = line.session_id ?? "";
      const known = sessions.get(id);
      if (known === undefined) sessions.set(id, [line]);
      else known.push(line);
    }
    return [...sessions.values()].flatMap((each) => readingOf(each) ?? []);
  },
});

const lineTypes: ReadonlySet<string> = new Set([
  "system",
  "assistant",
  "user",
  "result",
  "stream_event",
  "rate_limit_event",
]);

function isLine(record: Readonly<Record<string, unknown>>): boolean {
  return ["message", "subtype", "event", "total_cost_usd", "rate_limit_info"].some((key) => key in record);
}

function readingOf(lines: readonly StreamLine[]): Reading | null {
  const init = lines.find((line) => line.type === "system" && line.subtype === "init");
  const results = lines.filter((line) => line.type === "result");
  const result = results.at(-1);
  const workingDirectory = nameOrNull(init?.cwd);
  const steps = anthropicSteps(messagesOf(lines, workingDirectory));
  if (steps.length === 0) return null;
  const exitStatus = result?.subtype ?? null;
  const isFailed = result?.is_error === true || exitStatus === "error_during_execution";
  const isLimit = exitStatus?.startsWith("error_max_") === true;
  const counted = results.length === 1 ? anthropicUsage(result?.usage) : null;
  const milliseconds = countOrNull(result?.duration_ms);
  const trajectory = newTrajectory({
    agent: { name: "claude-code", version: nameOrNull(init?.claude_code_version) },
    model: nameOrNull(init?.model) ?? steps.findLast((step) => typeof step.model === "string")?.model ?? null,
    exitStatus,
    health: isFailed && !isLimit ? "error" : "healthy",
    usage: {
      ...(counted ?? summedUsage(steps)),
      costUsd: countOrNull(result?.total_cost_usd) ?? countOrNull(result?.cost_usd),
      seconds: milliseconds === null ? null : milliseconds / 1000,
    },
    steps,
    extra: compact({
      sessionId: nameOrNull(lines[0]?.session_id),
      workingDirectory,
      toolNames: Array.isArray(init?.tools) ? init.tools : null,
      turnsCounted: countOrNull(result?.num_turns),
      result: nameOrNull(result?.result),
      permissionDenials:
        Array.isArray(result?.permission_denials) && result.permission_denials.length > 0
          ? result.permission_denials
          : null,
    }) as Record<string, unknown>,
  });
  return { trajectory, outcome: null, task: null };
}

/** Lines with one `message.id` are blocks of one response; the usage of the last of them counts. */
function messagesOf(lines: readonly StreamLine[], workingDirectory: string | null): LoggedMessage[] {
  const messages: LoggedMessage[] = [];
  const placeOf = new Map<string, number>();
  for (const line of lines) {
    const { message } = line;
    if (message === null || message === undefined || (line.type !== "assistant" && line.type !== "user")) continue;
    const isSynthetic = message.model === "<synthetic>";
    const marks: StepMark[] = isSynthetic ? ["synthetic"] : [];
    if (typeof line.parent_tool_use_id === "string") marks.push("subagent");
    const about = { marks, timestamp: isoTime(line.timestamp), workingDirectory };
    const id = line.type === "assistant" ? nameOrNull(message.id) : null;
    const place = id === null ? undefined : placeOf.get(id);
    const before = place === undefined ? undefined : messages[place];
    const usage = isSynthetic ? null : anthropicUsage(message.usage);
    const model = isSynthetic ? null : nameOrNull(message.model);
    if (place !== undefined && before !== undefined) {
      const content = [...listOf(before.message.content), ...listOf(message.content)];
      messages[place] = { message: { role: "assistant", content }, about: { ...before.about, usage } };
      continue;
    }
    if (id !== null) placeOf.set(id, messages.length);
    const said = line.type === "assistant" ? { usage, model } : {};
    messages.push({ message: { role: line.type, content: message.content }, about: { ...about, ...said } });
  }
  return messages;
}

function listOf(content: unknown): unknown[] {
  if (Array.isArray(content)) return content;
  return typeof content === "string" ? [{ type: "text", text: content }] : [];
}
