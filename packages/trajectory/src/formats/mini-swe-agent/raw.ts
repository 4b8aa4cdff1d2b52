import * as z from "zod";
import { ChatMessage } from "../chat/chat-message.ts";

const Messages = z.array(ChatMessage).min(1);

/** A run saved by mini-swe-agent: a bare list of messages (oldest), or a document with `info` (1.x and 2.x). */
export const MiniSweAgentRun = z.union([
  Messages.transform((messages) => ({ messages, trajectory_format: null, instance_id: undefined, info: {} })),
  z.looseObject({
    messages: Messages,
    trajectory_format: z.string().nullish(),
    instance_id: z.string().nullish(),
    info: z.looseObject({}).nullish(),
  }),
]);
export type MiniSweAgentRun = z.infer<typeof MiniSweAgentRun>;
