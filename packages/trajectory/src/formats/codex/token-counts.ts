import type { StepUsage } from "../../step.ts";
import { countOrNull, isObject, type UnknownObject } from "../json-access.ts";

/** Follows the counters of a session, which grow over all its responses and are reported again and again. */
export interface TokenCounts {
  /** The usage of one response: what an event adds to the counters. Null when it repeats them. */
  added(event: UnknownObject): StepUsage | null;
  /** Of the whole session; null when nothing was counted. */
  total(): StepUsage | null;
}

interface Counters {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

/** Starts with counters at zero. Input tokens include cached ones, output tokens those of the reasoning. */
export function tokenCounts(): TokenCounts {
  let last: Counters = { input: 0, cached: 0, output: 0 };
  let sum: Counters | null = null;
  return {
    added(event) {
      const info = isObject(event.info) ? event.info : null;
      const total = countersOf(info?.total_token_usage);
      if (total === null) return null;
      const isRestart = total.input < last.input || total.output < last.output;
      const base = isRestart ? { input: 0, cached: 0, output: 0 } : last;
      // Counters that start anew, as in a resumed session, say with `last_token_usage` what this response took.
      const added = (isRestart ? countersOf(info?.last_token_usage) : null) ?? {
        input: total.input - base.input,
        cached: Math.max(0, total.cached - base.cached),
        output: total.output - base.output,
      };
      last = total;
      if (added.input === 0 && added.output === 0) return null;
      sum = {
        input: (sum?.input ?? 0) + added.input,
        cached: (sum?.cached ?? 0) + added.cached,
        output: (sum?.output ?? 0) + added.output,
      };
      return usageOf(added);
    },
    total: () => (sum === null ? null : usageOf(sum)),
  };
}

function countersOf(usage: unknown): Counters | null {
  if (!isObject(usage)) return null;
  const input = countOrNull(usage.input_tokens);
  const output = countOrNull(usage.output_tokens);
  if (input === null && output === null) return null;
  return { input: input ?? 0, cached: countOrNull(usage.cached_input_tokens) ?? 0, output: output ?? 0 };
}

function usageOf({ input, cached, output }: Counters): StepUsage {
  return { promptTokens: input, completionTokens: output, cachedTokens: cached, costUsd: null };
}
