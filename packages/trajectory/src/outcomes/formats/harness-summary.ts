import { isObject } from "../../formats/json-access.ts";
import type { OutcomeFormat } from "../outcome-format.ts";
import { isIdList, reportOfLists } from "../verdicts.ts";

const idKeys = ["resolved_ids", "unresolved_ids", "error_ids", "empty_patch_ids", "completed_ids"] as const;

/**
 * `<model>.<run>.json` of the SWE-bench harness (schema versions 1 and 2) and its kin: OpenHands `report.json`,
 * Multi-SWE-bench `final_report.json` and `results.json` (which says `resolved` for `resolved_ids`).
 *
 * `incomplete_ids` names tasks that had no prediction in this run, so it says nothing about a rollout.
 */
export const harnessSummary: OutcomeFormat = {
  name: "harness-summary",
  title: "SWE-bench or Multi-SWE-bench summary of a run, a list of ids per status",
  gives: { taskId: "yes", unresolved: "yes", reason: "yes", health: "sometimes" },
  matches(record) {
    return isObject(record) && idKeys.filter((key) => isIdList(record[key])).length >= 2;
  },
  read(record) {
    const lists = isObject(record) ? record : {};
    return reportOfLists([
      ["resolved", lists.resolved_ids ?? lists.resolved],
      ["infra-failure", lists.infra_failure_ids],
      ["empty-patch", lists.empty_patch_ids],
      ["evaluation-error", lists.error_ids],
      ["ambiguous-failure", lists.ambiguous_failure_ids],
      ["unresolved", lists.unresolved_ids],
      // Completed and submitted but in no list above: evaluated, and not resolved.
      ["unresolved", lists.completed_ids],
      ["no-logs", lists.submitted_ids],
    ]);
  },
};
