import { taskOrder } from "../task-order.ts";
import type { PlanRow } from "./plan-row.ts";

/** A candidate without a verdict, with where it could be run. */
export interface OpenCandidate {
  readonly condition: string;
  readonly memoryId: string | null;
  /** Further pairs that the policy asks for; null when it does not say. */
  readonly morePairs: number | null;
  readonly reasons: readonly string[];
  /** Pairs that could not be used, and why. */
  readonly excluded: readonly { readonly taskId: string; readonly reason: string }[];
  /** Tasks of which pairs were used. */
  readonly compared: readonly string[];
  /** Tasks with a baseline on which the candidate could still be tried. */
  readonly untried: readonly string[];
}

/**
 * What to run next for one candidate, the most wanted first, at most as many pairs as its policy asks for (one when it does not
 * say): first what makes pairs that failed whole, then tasks not tried yet, in the order in which a sequential test reads them.
 * A candidate with a single task gets further runs of that task in both arms.
 */
export function planForCandidate(candidate: OpenCandidate, baseline: string, seed: number): PlanRow[] {
  const { condition, memoryId, morePairs, excluded, compared, untried } = candidate;
  const wanted = morePairs ?? 1;
  const own = { condition, memory_id: memoryId };
  const mended = excluded.map(({ taskId, reason }): { taskId: string; row: PlanRow } => {
    const arm =
      reason === "no-baseline" || reason.startsWith("baseline-") ? { condition: baseline, memory_id: null } : own;
    return { taskId, row: { task_id: taskId, ...arm, runs_wanted: 1, reason } };
  });
  const fresh = untried.map((taskId) => ({
    taskId,
    row: { task_id: taskId, ...own, runs_wanted: 1, reason: "new-task" },
  }));
  const rows = [...taskOrder(mended, seed), ...taskOrder(fresh, seed)].slice(0, wanted).map(({ row }) => row);
  const [only] = compared;
  if (compared.length !== 1 || only === undefined || rows.length > 0) return rows;
  const missing = (arm: "with" | "without"): number => runsMissingIn(candidate.reasons, arm) ?? wanted;
  return [
    { task_id: only, ...own, runs_wanted: missing("with"), reason: "more-runs" },
    { task_id: only, condition: baseline, memory_id: null, runs_wanted: missing("without"), reason: "more-runs" },
  ].filter((row) => row.runs_wanted > 0);
}

/** The number in `runs-missing:<arm>:<n>`, 0 when only the other arm lacks runs; null when none does. */
function runsMissingIn(reasons: readonly string[], arm: string): number | null {
  const found = reasons.filter((reason) => reason.startsWith("runs-missing:"));
  if (found.length === 0) return null;
  const own = found.find((reason) => reason.startsWith(`runs-missing:${arm}:`));
  return Number(own?.split(":").at(-1) ?? 0);
}
