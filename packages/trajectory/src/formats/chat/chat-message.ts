import * as z from "zod";

/** A message of an OpenAI-like chat: only its role is sure, everything else is looked at leniently. */
export const ChatMessage = z.looseObject({ role: z.string() });
export type ChatMessage = z.infer<typeof ChatMessage>;

/** True for a list whose first entry is a message with a role of OpenAI's chat. Looks at that entry only. */
export function isChat(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const [first] = value as readonly unknown[];
  return (
    ChatMessage.safeParse(first).success &&
    chatRoles.has((first as ChatMessage).role) &&
    "content" in (first as ChatMessage)
  );
}

const chatRoles: ReadonlySet<string> = new Set(["system", "developer", "user", "assistant", "tool", "function"]);
