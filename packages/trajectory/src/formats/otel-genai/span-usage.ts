import type { StepUsage } from "../../step.ts";
import { countOrNull, type UnknownObject } from "../json-access.ts";

/** Token counts of a model's span, under the names of the conventions, old and new, and of OpenInference. */
export function spanUsage(attributes: UnknownObject): StepUsage | null {
  const count = (...keys: readonly string[]): number | null => {
    for (const key of keys) {
      const value = countOrNull(attributes[key]);
      if (value !== null) return value;
    }
    return null;
  };
  const promptTokens = count(
    "gen_ai.usage.input_tokens",
    "gen_ai.usage.prompt_tokens",
    "llm.token_count.prompt",
    "llm.usage.prompt_tokens",
  );
  const completionTokens = count(
    "gen_ai.usage.output_tokens",
    "gen_ai.usage.completion_tokens",
    "llm.token_count.completion",
    "llm.usage.completion_tokens",
  );
  if (promptTokens === null && completionTokens === null) return null;
  return {
    promptTokens,
    completionTokens,
    cachedTokens: count(
      "gen_ai.usage.cache_read.input_tokens",
      "gen_ai.usage.cache_read_input_tokens",
      "llm.token_count.prompt_details.cache_read",
    ),
    costUsd: count("gen_ai.usage.cost", "llm.cost.total", "llm.usage.total_cost"),
  };
}
