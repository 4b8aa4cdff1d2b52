import type { StepUsage } from "../../step.ts";
import { countOrNull, isObject } from "../json-access.ts";

/**
 * The usage of one response. Anthropic counts cached tokens apart from `input_tokens`; here prompt tokens include them.
 * Null when the source gives no usage.
 */
export function anthropicUsage(usage: unknown, costUsd: unknown = null): StepUsage | null {
  if (!isObject(usage)) return null;
  const cost = typeof costUsd === "number" && Number.isFinite(costUsd) ? costUsd : null;
  const counts = [usage.input_tokens, usage.cache_creation_input_tokens, usage.cache_read_input_tokens].map(
    countOrNull,
  );
  const known = counts.filter((count) => count !== null);
  return {
    promptTokens: known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0),
    completionTokens: countOrNull(usage.output_tokens),
    cachedTokens: countOrNull(usage.cache_read_input_tokens),
    costUsd: cost,
  };
}
