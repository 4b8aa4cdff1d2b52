import { isObject } from "../../formats/json-access.ts";
import { instanceVerdict, isInstanceReport } from "../instance-verdict.ts";
import type { OutcomeFormat } from "../outcome-format.ts";
import { outcomeOfVerdict } from "../verdicts.ts";

/** `logs/run_evaluation/<run>/<model>/<id>/report.json`: one or more ids, each with its report. */
export const harnessInstance: OutcomeFormat = {
  name: "harness-instance",
  title: "SWE-bench harness report of one instance, keyed by its id",
  gives: { taskId: "yes", unresolved: "yes", reason: "sometimes", health: "sometimes" },
  matches(record) {
    if (!isObject(record)) return false;
    const reports = Object.values(record);
    return reports.length > 0 && reports.every(isInstanceReport);
  },
  read(record) {
    const reports = Object.entries(isObject(record) ? record : {});
    return {
      outcomes: reports.flatMap(([id, report]) =>
        isObject(report) ? [outcomeOfVerdict(id, instanceVerdict(report))] : [],
      ),
      namesOnlyResolved: false,
    };
  },
};
