import * as z from "zod";

/** A message of Anthropic's Messages API, or of a tool that logs its shape: only its role is sure. */
export const AnthropicMessage = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(z.unknown()), z.null()]).optional(),
});
export type AnthropicMessage = z.infer<typeof AnthropicMessage>;

/** Types of content blocks that only this API has; `text` and `image` are everywhere. */
export const anthropicBlockTypes: ReadonlySet<string> = new Set([
  "tool_use",
  "tool_result",
  "thinking",
  "redacted_thinking",
  "server_tool_use",
]);
