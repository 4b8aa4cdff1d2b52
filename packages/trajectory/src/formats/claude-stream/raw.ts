import * as z from "zod";
import { AnthropicMessage } from "../anthropic/anthropic-message.ts";

/** One line of `claude -p --output-format stream-json`. */
export const StreamLine = z
  .looseObject({
    type: z.string(),
    subtype: z.string().nullish(),
    session_id: z.string().nullish(),
    parent_tool_use_id: z.string().nullish(),
    message: AnthropicMessage.nullish(),
    total_cost_usd: z.number().nullish(),
    num_turns: z.number().nullish(),
    is_error: z.boolean().nullish(),
  })
  .refine((line) => !["assistant", "user"].includes(line.type) || (line.message ?? null) !== null, {
    path: ["message"],
    error: "is missing",
  });
export type StreamLine = z.infer<typeof StreamLine>;
