import { isDeepStrictEqual } from "node:util";
import type { ChatMessage } from "../chat/chat-message.ts";

/**
 * One chat from the prompts of single model calls, each with its answer: what a prompt repeats of the one before it is left
 * out.
 */
export function joinedPrompts(prompts: readonly (readonly ChatMessage[])[]): ChatMessage[] {
  return prompts.flatMap((prompt, at) => {
    const before = prompts[at - 1] ?? [];
    const differs = prompt.findIndex((message, position) => !isDeepStrictEqual(message, before[position]));
    return differs === -1 ? [] : prompt.slice(differs);
  });
}
