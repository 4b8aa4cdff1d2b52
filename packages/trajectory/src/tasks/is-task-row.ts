import { isObject } from "../formats/json-access.ts";

/** Keys that runs, predictions and reports have and task rows do not. */
const foreignKeys = [
  "trajectory",
  "trajectory_steps",
  "history",
  "messages",
  "steps",
  "model_patch",
  "model_name_or_path",
  "generated_patch",
  "output_patch",
  "test_result",
  "resolved",
  "patch_exists",
  "traj_id",
  "run_id",
] as const;

const taskKeys = [
  "base_commit",
  "problem_statement",
  "golden_patch",
  "test_patch",
  "FAIL_TO_PASS",
  "fail_to_pass",
] as const;

/** True when a record is a row of a task dataset, by its keys; never for a trajectory, a prediction or a report. */
export function isTaskRow(record: unknown): boolean {
  if (!isObject(record) || foreignKeys.some((key) => key in record)) return false;
  const isMultiSwe =
    typeof record.org === "string" &&
    typeof record.repo === "string" &&
    (typeof record.number === "string" || typeof record.number === "number");
  if (isMultiSwe) return isObject(record.base) || "resolved_issues" in record || "test_patch" in record;
  return typeof record.instance_id === "string" && record.instance_id !== "" && taskKeys.some((key) => key in record);
}
