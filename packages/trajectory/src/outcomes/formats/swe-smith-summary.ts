import { isObject } from "../../formats/json-access.ts";
import type { OutcomeFormat } from "../outcome-format.ts";
import { isIdList, reportOfLists } from "../verdicts.ts";

/** SWE-smith's summary of a run: counts, with the ids under `ids_resolved` and `ids_unresolved`. */
export const sweSmithSummary: OutcomeFormat = {
  name: "swe-smith-summary",
  title: "SWE-smith summary of a run",
  gives: { taskId: "yes", unresolved: "yes", reason: "no", health: "no" },
  matches(record) {
    return isObject(record) && isIdList(record.ids_resolved) && isIdList(record.ids_unresolved);
  },
  read(record) {
    const lists = isObject(record) ? record : {};
    return reportOfLists([
      ["resolved", lists.ids_resolved],
      ["unresolved", lists.ids_unresolved],
    ]);
  },
};
