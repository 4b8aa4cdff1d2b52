import type { ChatMessage } from "../chat/chat-message.ts";
import { openInferenceMessages } from "./messages/open-inference.ts";
import { openLlmetryMessages } from "./messages/open-llmetry.ts";
import { conventionMessages, systemMessages } from "./messages/semantic-conventions.ts";
import { type Exchange, eventMessages } from "./messages/span-events.ts";
import type { Span } from "./span.ts";

/** What a model got and gave by its span, whatever instrumentation wrote it; both empty when contents were not recorded. */
export function exchangeOf({ attributes, events }: Span): Exchange {
  const system = systemMessages(attributes["gen_ai.system_instructions"]);
  const inputs = [
    conventionMessages(attributes["gen_ai.input.messages"]),
    openInferenceMessages(attributes, "llm.input_messages"),
    openLlmetryMessages(attributes, "gen_ai.prompt", "user"),
  ];
  const outputs = [
    conventionMessages(attributes["gen_ai.output.messages"]),
    openInferenceMessages(attributes, "llm.output_messages"),
    openLlmetryMessages(attributes, "gen_ai.completion", "assistant"),
  ];
  const told = eventMessages(events);
  const input = firstFilled([...inputs, told.input]);
  const output = firstFilled([...outputs, told.output]);
  const hasSystem = input.some((message) => message.role === "system");
  return {
    input: hasSystem ? input : [...system, ...input],
    // Only one of several choices is what the agent went on with.
    output: output.slice(0, 1).map((message) => ({ ...message, role: "assistant" })),
  };
}

function firstFilled(lists: readonly (readonly ChatMessage[])[]): readonly ChatMessage[] {
  return lists.find((list) => list.length > 0) ?? [];
}
