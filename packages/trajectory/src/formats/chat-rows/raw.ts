import * as z from "zod";
import { ChatMessage } from "../chat/chat-message.ts";
import { joinedPrompts } from "./joined-prompts.ts";

const Messages = z.array(ChatMessage);

/**
 * A list of messages, the JSON text of one (a Parquet column that could not hold structs), or a list of the prompts of single
 * calls with their answers, as rows of Moatless runs have it.
 */
const MessagesColumn = z.union([
  Messages,
  z.array(Messages).min(1).transform(joinedPrompts),
  z.string().transform((text, context): z.infer<typeof Messages> => {
    try {
      const parsed = Messages.safeParse(JSON.parse(text));
      if (parsed.success) return parsed.data;
      for (const { message, path } of parsed.error.issues) context.addIssue({ code: "custom", message, path });
    } catch (error) {
      context.addIssue({ code: "custom", message: `no JSON list of messages: ${(error as Error).message}` });
    }
    return z.NEVER;
  }),
]);

/** A dataset row that holds a chat. Every other column is looked at leniently, as rows of many datasets come this way. */
export const ChatRow = z
  .looseObject({ messages: MessagesColumn.nullish(), trajectory: MessagesColumn.nullish() })
  .refine((row) => (row.messages ?? row.trajectory) !== undefined && (row.messages ?? row.trajectory) !== null, {
    path: ["messages"],
    message: "expected a list of messages here or in `trajectory`",
  });
export type ChatRow = z.infer<typeof ChatRow>;
