import { isObject } from "../../formats/json-access.ts";
import type { OutcomeFormat } from "../outcome-format.ts";
import { isIdList, reportOfLists } from "../verdicts.ts";

/** Lists that name rollouts which were not resolved, whatever else happened to them. */
const attemptKeys = ["applied", "with_logs", "generated"] as const;

const siblingKeys = [
  ...attemptKeys,
  "no_generation",
  "no_logs",
  "no_apply",
  "install_fail",
  "reset_failed",
  "test_errored",
  "test_timeout",
  "stats",
  "resolved_per_project",
] as const;

/**
 * Reports of 2024: a list of ids per status (`resolved`, `applied`, `no_apply`, `test_timeout`, …), also with counts under
 * `stats`; and `results.json` of SWE-bench/experiments (`resolved`, `no_generation`, `no_logs`).
 *
 * Where no list names what was attempted, everything that the report leaves out is unresolved.
 */
export const statusLists: OutcomeFormat = {
  name: "status-lists",
  title: "older report with one list of ids per status, or of the resolved ids alone",
  gives: { taskId: "yes", unresolved: "sometimes", reason: "sometimes", health: "sometimes" },
  matches(record) {
    if (!isObject(record) || !isIdList(record.resolved)) return false;
    const rest = Object.keys(record).filter((key) => key !== "resolved");
    return rest.length === 0
      ? record.resolved.length > 0
      : rest.some((key) => (siblingKeys as readonly string[]).includes(key));
  },
  read(record) {
    const lists = isObject(record) ? record : {};
    const namesAttempts = attemptKeys.some((key) => isIdList(lists[key]));
    return reportOfLists(
      [
        ["resolved", lists.resolved],
        ["empty-patch", lists.no_generation],
        ["patch-not-applied", lists.no_apply],
        ["test-timeout", lists.test_timeout],
        ["test-error", lists.test_errored],
        ["install-failure", lists.install_fail],
        ["install-failure", lists.reset_failed],
        ["unresolved", lists.applied],
        ["unresolved", lists.with_logs],
        ["no-logs", lists.no_logs],
        ["no-logs", lists.generated],
      ],
      { namesOnlyResolved: !namesAttempts },
    );
  },
};
