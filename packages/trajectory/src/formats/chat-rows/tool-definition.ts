import { isObject } from "../json-access.ts";

/** The definition of a tool in OpenAI's form. LLaMA-Factory lists functions without the object around each. */
export function toolDefinition(tool: unknown): unknown {
  const isFunction = isObject(tool) && typeof tool.name === "string" && !("function" in tool) && !("type" in tool);
  return isFunction ? { type: "function", function: tool } : tool;
}
