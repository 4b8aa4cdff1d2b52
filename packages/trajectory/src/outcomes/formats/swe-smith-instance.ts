import { MemopError } from "@memop/core";
import { isObject, nameOrNull } from "../../formats/json-access.ts";
import { instanceVerdict, isInstanceReport } from "../instance-verdict.ts";
import type { OutcomeFormat } from "../outcome-format.ts";
import { outcomeOfVerdict } from "../verdicts.ts";

/** SWE-smith's `report.json`: the report alone, whose task is the folder that holds it. */
export const sweSmithInstance: OutcomeFormat = {
  name: "swe-smith-instance",
  title: "SWE-smith report of one instance, named by its folder",
  gives: { taskId: "sometimes", unresolved: "yes", reason: "sometimes", health: "no" },
  matches: isInstanceReport,
  read(record, { path }) {
    const report = isObject(record) ? record : {};
    const taskId = nameOrNull(report.instance_id) ?? folderOf(path);
    if (taskId === null) {
      throw new MemopError(
        "BAD_RECORD",
        `report ${JSON.stringify(path)} names no task: neither inside nor by its folder`,
        {
          hint: "give the folder that holds it, named for the task",
        },
      );
    }
    return { outcomes: [outcomeOfVerdict(taskId, instanceVerdict(report))], namesOnlyResolved: false };
  },
};

/** The name of the folder that holds a file, in a folder or in an archive. */
function folderOf(path: string): string | null {
  const parts = path.replace(/:\d+$/, "").split(/[/#]/);
  return nameOrNull(parts.at(-2)?.replace(/^\.+$/, ""));
}
