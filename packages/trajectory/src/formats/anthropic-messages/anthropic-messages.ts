import * as z from "zod";
import { defineFormat } from "../../format.ts";
import { AnthropicMessage, anthropicBlockTypes } from "../anthropic/anthropic-message.ts";
import { anthropicSteps } from "../anthropic/anthropic-steps.ts";
import { anthropicUsage } from "../anthropic/anthropic-usage.ts";
import { contentText } from "../chat/content-text.ts";
import { isObject, nameOrNull, unusedEntries } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";

const Conversation = z.looseObject({
  system: z.union([z.string(), z.array(z.unknown())]).nullish(),
  messages: z.array(AnthropicMessage),
  model: z.string().nullish(),
  tools: z.array(z.unknown()).nullish(),
});

/** Conversations in the shape of Anthropic's Messages API: requests, or rows that hold one. */
export const anthropicMessages = defineFormat({
  name: "anthropic-messages",
  title: "conversations in the shape of Anthropic's Messages API (tool_use and tool_result blocks)",
  gives: {
    taskId: "sometimes",
    model: "sometimes",
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
    notTried: "the shape is that of the API's documentation; no real log of it was at hand",
  },
  raw: Conversation,
  matches: (record) =>
    isObject(record) &&
    !("loglines" in record) &&
    Array.isArray(record.messages) &&
    isAnthropic(record.messages, record),
  toReading([row]) {
    const system = contentText(row.system ?? "");
    const messages = row.messages.map((message) => ({
      message,
      about:
        message.role === "assistant" ? { model: nameOrNull(message.model), usage: anthropicUsage(message.usage) } : {},
    }));
    const steps = anthropicSteps(messages);
    const trajectory = newTrajectory({
      taskId: nameOrNull(row.instance_id) ?? nameOrNull(row.task_id),
      agent: { name: nameOrNull(row.agent) ?? "unknown" },
      model: row.model ?? null,
      tools: row.tools?.map(toolDefinition) ?? null,
      usage: anthropicUsage(row.usage) ?? {},
      steps: system === "" ? steps : [{ source: "system", text: system }, ...steps],
      extra: unusedEntries(row, usedKeys),
    });
    return { trajectory, outcome: null, task: null };
  },
});

/** A tool's definition in OpenAI's form; as it is when it has another shape. */
function toolDefinition(tool: unknown): unknown {
  if (!isObject(tool) || typeof tool.name !== "string" || !isObject(tool.input_schema)) return tool;
  const { name, description, input_schema: parameters } = tool;
  return {
    type: "function",
    function: { name, ...(typeof description === "string" ? { description } : {}), parameters },
  };
}

const usedKeys: ReadonlySet<string> = new Set([
  "system",
  "messages",
  "model",
  "tools",
  "usage",
  "instance_id",
  "task_id",
  "agent",
]);

/**
 * True when a message has a block that only this API has. Text alone looks like any other chat, apart from a `system` beside
 * the messages together with `max_tokens`, which the API demands.
 */
function isAnthropic(messages: readonly unknown[], record: object): boolean {
  const roles = messages.slice(0, 64).map((message) => (isObject(message) ? message.role : null));
  if (roles.length === 0 || roles.some((role) => role !== "user" && role !== "assistant" && role !== "system"))
    return false;
  if ("system" in record && "max_tokens" in record && !("kwargs" in record)) return true;
  return messages.slice(0, 64).some((message) => {
    const content = isObject(message) ? message.content : null;
    return (
      Array.isArray(content) &&
      content.some(
        (block) => isObject(block) && anthropicBlockTypes.has(typeof block.type === "string" ? block.type : ""),
      )
    );
  });
}
