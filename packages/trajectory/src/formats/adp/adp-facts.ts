import type { Outcome } from "../../outcome.ts";
import { MemopOfRoot } from "../atif/memop-extra.ts";
import { type RowFacts, rowFacts } from "../chat-rows/row-facts.ts";
import { embeddedOutcome } from "../evaluation-outcome.ts";
import { isObject, nameOrNull, objectAt, parsedOrNull, type UnknownObject, unusedEntries } from "../json-access.ts";
import { looksLikeTaskId } from "../source-name.ts";
import type { AdpTrajectory } from "./raw.ts";

/** What `id` and `details` say about the run. */
export interface AdpFacts extends RowFacts {
  readonly outcome: Outcome | null;
  /** What a writer of ours laid down beyond the fields of ADP. */
  readonly memop: MemopOfRoot;
}

/**
 * Reads the details, whose keys are the columns of the data set that the trajectory was made from. All values may be texts,
 * Python's `True` and JSON among them.
 */
export function adpFacts({ id, details }: AdpTrajectory): AdpFacts {
  const { memop, ...columns } = Object.fromEntries(
    Object.entries(details ?? {}).map(([key, value]) => [key, detailValue(value)]),
  );
  const facts = rowFacts({ messages: [], ...columns });
  const taskId = facts.taskId ?? taskOfId(id);
  const resolved = typeof columns.resolved === "boolean" ? columns.resolved : columns.target;
  const parsed = MemopOfRoot.safeParse(memop ?? {});
  const outcome = embeddedOutcome(taskId, resolved, objectAt(columns, "test_result", "report"));
  const used = new Set(outcome === null ? [] : ["resolved", "target"]);
  return {
    ...facts,
    taskId,
    others: { ...unusedEntries(facts.others, used), ...(id === taskId ? {} : { id }) },
    outcome,
    memop: parsed.success ? parsed.data : {},
  };
}

function detailValue(value: unknown): unknown {
  if (value === "True" || value === "False") return value === "True";
  const parsed = typeof value === "string" && /^\s*[[{]/.test(value) ? parsedOrNull(value) : null;
  return Array.isArray(parsed) || isObject(parsed) ? (parsed as UnknownObject) : value;
}

/** SWE-smith's trajectories are named `<instance>.<random>_<attempt>`, all others for their task. */
function taskOfId(id: string): string | null {
  const smith = /^(.+__.+\.[0-9a-f]{8}\.[^.]+)\.[a-z0-9]{8}(?:_\d+)?$/.exec(id);
  const name = smith?.[1] ?? id;
  return looksLikeTaskId(name) ? nameOrNull(name) : null;
}
