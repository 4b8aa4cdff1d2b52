import { objectAt, type UnknownObject } from "../json-access.ts";

/** Names of ATIF's `metrics` for the lists of `extra.tokenIds` of a step. */
const metricNames = { prompt: "prompt_token_ids", completion: "completion_token_ids", logprobs: "logprobs" } as const;

/** The lists of numbers among a step's metrics, as `extra.tokenIds` holds them; null when there is none. */
export function tokenIdsOfMetrics(metrics: UnknownObject): UnknownObject | null {
  const found = Object.entries(metricNames).filter(([, name]) => isNumberList(metrics[name]));
  return found.length === 0 ? null : Object.fromEntries(found.map(([key, name]) => [key, metrics[name]]));
}

/** The same lists under the names of `metrics`; what is no list of numbers is left out. */
export function metricsOfTokenIds(extra: UnknownObject): UnknownObject {
  const ids = objectAt(extra, "tokenIds");
  return Object.fromEntries(
    Object.entries(metricNames)
      .filter(([key]) => isNumberList(ids[key]) && (key === "logprobs" || ids[key].every(Number.isSafeInteger)))
      .map(([key, name]) => [name, ids[key]]),
  );
}

/** Names in `metrics` that `tokenIdsOfMetrics` reads from these metrics. */
export function tokenIdNames(metrics: UnknownObject): readonly string[] {
  return Object.values(metricNames).filter((name) => isNumberList(metrics[name]));
}

function isNumberList(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((each) => typeof each === "number" && Number.isFinite(each));
}
