import type { StepMark } from "../../step.ts";
import type { AnthropicMessage } from "../anthropic/anthropic-message.ts";
import type { LoggedMessage } from "../anthropic/anthropic-steps.ts";
import { anthropicUsage } from "../anthropic/anthropic-usage.ts";
import { contentText } from "../chat/content-text.ts";
import type { DraftStep } from "../draft-step.ts";
import { isoTime } from "../iso-time.ts";
import { isObject } from "../json-access.ts";
import { userLineKind } from "./line-kind.ts";
import type { SessionLine } from "./raw.ts";

/**
 * The messages that the lines make. A response is logged as one line for each of its content blocks: lines with one
 * `message.id` are one message, and the usage of the last of them counts (the earlier ones are counted while it streams).
 */
export function sessionMessages(lines: readonly SessionLine[]): LoggedMessage[] {
  const messages: LoggedMessage[] = [];
  const open = new Map<string, { readonly at: number; readonly lines: SessionLine[] }>();
  for (const line of lines) {
    if (line.type === "attachment") {
      const queued = queuedPrompt(line);
      if (queued !== null) messages.push(queued);
      continue;
    }
    if (!isObject(line.message)) continue;
    if (!isResponse(line)) {
      messages.push(userMessage(line));
      continue;
    }
    const key = `${line.isSidechain === true} ${line.message.id ?? line.requestId ?? line.uuid ?? messages.length}`;
    const response = open.get(key);
    if (response === undefined) {
      open.set(key, { at: messages.length, lines: [line] });
      messages.push(assistantMessage([line]));
    } else {
      response.lines.push(line);
      messages[response.at] = assistantMessage(response.lines);
    }
  }
  return messages;
}

function isResponse(line: SessionLine): boolean {
  return line.type === "assistant" || (line.type !== "user" && line.message?.role === "assistant");
}

function assistantMessage(lines: readonly SessionLine[]): LoggedMessage {
  const [first] = lines;
  const last = lines.findLast((line) => isObject(line.message?.usage));
  const blocks: unknown[] = [];
  const seen = new Set<string>();
  for (const { message } of lines) {
    const content = typeof message?.content === "string" ? [{ type: "text", text: message.content }] : message?.content;
    for (const block of content ?? []) {
      // A line that was logged again, as some versions do after an error.
      const text = JSON.stringify(block);
      if (!seen.has(text)) blocks.push(block);
      seen.add(text);
    }
  }
  const isSynthetic = first?.message?.model === "<synthetic>" || lines.some((line) => line.isApiErrorMessage === true);
  const message: AnthropicMessage = { role: "assistant", content: blocks };
  return {
    message,
    about: {
      ...aboutLine(first as SessionLine, isSynthetic ? ["synthetic"] : []),
      model: isSynthetic ? null : (first?.message?.model ?? null),
      usage: isSynthetic ? null : anthropicUsage(last?.message?.usage, last?.costUSD),
    },
  };
}

function userMessage(line: SessionLine): LoggedMessage {
  const content = line.message?.content ?? "";
  const kind = userLineKind(contentText(content));
  const isSummary = line.isCompactSummary === true;
  const about = aboutLine(line, isSummary ? ["condensation"] : []);
  const extra = {
    ...(kind === null ? {} : { kind }),
    ...(line.isMeta === true ? { isMeta: true } : {}),
  };
  return { message: { role: "user", content }, about: { ...about, extra } };
}

/** What the user typed, or a task reported, while the agent was working. */
function queuedPrompt(line: SessionLine): LoggedMessage | null {
  const { attachment } = line;
  if (!isObject(attachment) || attachment.type !== "queued_command") return null;
  const content = attachment.prompt;
  if (typeof content !== "string" && !Array.isArray(content)) return null;
  return { message: { role: "user", content }, about: { ...aboutLine(line, []), extra: { kind: "queued" } } };
}

function aboutLine(line: SessionLine, marks: readonly StepMark[]): Partial<DraftStep> {
  return {
    timestamp: isoTime(line.timestamp),
    workingDirectory: line.cwd ?? null,
    marks: line.isSidechain === true ? [...marks, "subagent"] : [...marks],
  };
}
