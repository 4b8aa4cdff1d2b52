import * as z from "zod";
import { ChatMessage } from "../chat/chat-message.ts";

const Response = z.looseObject({
  model: z.string().nullish(),
  created: z.number().nullish(),
  choices: z.array(z.looseObject({ message: z.looseObject({}) })).min(1),
  usage: z.looseObject({}).nullish(),
});

/**
 * One logged model call of OpenHands (V0, and the V1 SDK) or of any litellm wrapper: what was sent, and what came back.
 *
 * For models without function calling, `messages` are text; `fncall_messages` (V0) and `raw_messages` (V1) are their
 * structured twins.
 */
export const Completion = z.looseObject({
  messages: z.array(ChatMessage).min(1),
  fncall_messages: z.array(ChatMessage).nullish(),
  raw_messages: z.array(ChatMessage).nullish(),
  response: Response,
  fncall_response: Response.nullish(),
  kwargs: z.looseObject({}),
  tools: z.array(z.unknown()).nullish(),
  timestamp: z.number().nullish(),
  cost: z.number().nullish(),
});
export type Completion = z.infer<typeof Completion>;
