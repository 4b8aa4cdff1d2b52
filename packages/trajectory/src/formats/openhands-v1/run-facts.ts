import type { StepUsage } from "../../step.ts";
import { countOrNull, isObject, nameOrNull, objectAt, type UnknownObject } from "../json-access.ts";
import type { V1Event } from "./raw.ts";

/** Totals over all uses of models (`default`, `condenser`, …) and the model of the agent itself. */
export interface V1Metrics {
  readonly usage: StepUsage;
  readonly model: string | null;
}

/** Reads `usage_to_metrics`: counters that grow, so the last report counts. Null when there are none. */
export function metricsOf(stats: UnknownObject): V1Metrics | null {
  const uses = Object.entries(objectAt(stats, "usage_to_metrics")).filter(([, metrics]) => isObject(metrics));
  if (uses.length === 0) return null;
  const all = uses.map(([, metrics]) => totalsOf(metrics as UnknownObject));
  const sum = (field: keyof StepUsage): number | null => {
    const known = all.flatMap((each) => each[field] ?? []);
    return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
  };
  const agent = uses.find(([name]) => name !== "condenser")?.[1];
  return {
    usage: {
      promptTokens: sum("promptTokens"),
      completionTokens: sum("completionTokens"),
      cachedTokens: sum("cachedTokens"),
      costUsd: sum("costUsd"),
    },
    model: nameOrNull(objectAt(agent).model_name),
  };
}

/** Totals of one use. A cost of 0 beside tokens is that of a model whose price was unknown. */
export function totalsOf(metrics: UnknownObject): StepUsage {
  const tokens = objectAt(metrics, "accumulated_token_usage");
  const promptTokens = countOrNull(tokens.prompt_tokens);
  const cost = countOrNull(metrics.accumulated_cost);
  return {
    promptTokens,
    completionTokens: countOrNull(tokens.completion_tokens),
    cachedTokens: countOrNull(tokens.cache_read_tokens),
    costUsd: cost === 0 && (promptTokens ?? 0) > 0 ? null : cost,
  };
}

/** The last value that the conversation's state had under a name, by its updates; undefined when none says. */
export function lastState(events: readonly V1Event[], key: string): unknown {
  const update = events.findLast((event) => event.kind === "ConversationStateUpdateEvent" && hasKey(event, key));
  return update?.key === key ? update.value : objectAt(update, "value")[key];
}

function hasKey(event: V1Event, key: string): boolean {
  return event.key === key || (event.key === "full_state" && key in objectAt(event, "value"));
}
