import { MemopError } from "@memop/core";
import * as z from "zod";
import { recordErrorText } from "../../record-error-text.ts";
import type { DraftStep } from "../draft-step.ts";
import { isObject } from "../json-access.ts";
import type { RunMember } from "./members-by-kind.ts";

/** A message of a pipeline's model call. */
export const ConversationMessage = z.looseObject({ role: z.string(), content: z.string().nullish() });
export type ConversationMessage = z.infer<typeof ConversationMessage>;

/** The messages of one stage of a pipeline. */
export const Conversation = z.array(ConversationMessage).min(1);

/** The conversation that a file holds. Throws `BAD_RECORD`, naming the file and the place in it, when it holds none. */
export function readConversation({ record, path }: RunMember): readonly ConversationMessage[] {
  const parsed = Conversation.safeParse(record);
  if (parsed.success) return parsed.data;
  throw new MemopError("BAD_RECORD", `no conversation is in ${path}: ${recordErrorText(parsed.error)}`);
}

/** True for a list that starts with a message. */
export function isConversation(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && isObject(value[0]) && typeof value[0].role === "string" && "content" in value[0];
}

/**
 * The messages of each conversation that none before it has at the same place: stages repeat what was said until then, and
 * some logs hold every state of a conversation.
 */
export function newMessages(
  conversations: readonly (readonly ConversationMessage[])[],
): readonly (readonly ConversationMessage[])[] {
  const seen: (readonly ConversationMessage[])[] = [];
  return conversations.map((messages) => {
    const known = Math.max(0, ...seen.map((earlier) => commonLength(earlier, messages)));
    seen.push(messages);
    return messages.slice(known);
  });
}

function commonLength(one: readonly ConversationMessage[], other: readonly ConversationMessage[]): number {
  let at = 0;
  for (; at < one.length && at < other.length; at += 1) {
    if (one[at]?.role !== other[at]?.role || one[at]?.content !== other[at]?.content) break;
  }
  return at;
}

/** A message as a step of its role's source. */
export function messageStep({
  role,
  content,
}: ConversationMessage): Pick<DraftStep, "source"> & { readonly text: string } {
  const source = role === "assistant" ? "agent" : role === "system" ? "system" : "user";
  return { source, text: content ?? "" };
}
