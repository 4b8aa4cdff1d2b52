import type { Outcome } from "../outcome.ts";
import { outcomeOfVerdict, type Verdict } from "../outcomes/verdicts.ts";
import type { UnknownObject } from "./json-access.ts";

/**
 * The outcome that an OpenHands-like evaluation report embedded in a record tells; null when it tells none, or when the
 * record names no task.
 *
 * `resolved` is the record's own verdict, which wins over the report's.
 */
export function embeddedOutcome(taskId: string | null, resolved: unknown, report: UnknownObject): Outcome | null {
  const verdict = [resolved, report.resolved].find((each) => typeof each === "boolean" || each === 0 || each === 1);
  if (taskId === null || verdict === undefined) return null;
  if (verdict === true || verdict === 1) return outcomeOfVerdict(taskId, "resolved");
  const failure = failures.find(([key]) => report[key] === true);
  return outcomeOfVerdict(taskId, failure?.[1] ?? "unresolved");
}

const failures: readonly (readonly [string, Verdict])[] = [
  ["empty_generation", "empty-patch"],
  ["failed_apply_patch", "patch-not-applied"],
  ["test_timeout", "test-timeout"],
  ["error_eval", "evaluation-error"],
];
