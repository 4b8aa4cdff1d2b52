import { isObject, type UnknownObject } from "../formats/json-access.ts";
import type { Verdict } from "./verdicts.ts";

/** True for what the SWE-bench harness says about one instance. */
export function isInstanceReport(value: unknown): value is UnknownObject {
  if (!isObject(value) || typeof value.resolved !== "boolean") return false;
  return (
    "patch_exists" in value ||
    "patch_successfully_applied" in value ||
    "tests_status" in value ||
    "infra_failure" in value
  );
}

/** The verdict of one instance's report. Reports may contradict themselves; `resolved` is believed and the rest is named. */
export function instanceVerdict(report: UnknownObject): Verdict {
  if (report.infra_failure === true) return "infra-failure";
  if (report.resolved === true) {
    return report.patch_successfully_applied === false ? "resolved-but-patch-not-applied" : "resolved";
  }
  if (report.patch_is_None === true || report.patch_exists === false) return "empty-patch";
  return report.patch_successfully_applied === false ? unappliedVerdict(report) : "unresolved";
}

/** A report with test results for a patch that it calls unapplied has tested something after all. */
function unappliedVerdict(report: UnknownObject): Verdict {
  const status = isObject(report.tests_status) ? Object.values(report.tests_status) : [];
  const hasResults = status
    .filter(isObject)
    .some((lists) => Object.values(lists).some((list) => Array.isArray(list) && list.length > 0));
  return hasResults ? "unresolved" : "patch-not-applied";
}
