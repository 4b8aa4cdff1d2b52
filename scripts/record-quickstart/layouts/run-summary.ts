import { modelName, type RecordedRun } from "./recorded-run.ts";

/** Name of the summary file of a run folder. */
export function summaryName(run: string): string {
  return `reference.${run}.json`;
}

/** The run summary of the SWE-bench harness (schema version 2) over all rollouts of one folder. */
export function runSummary(runs: readonly RecordedRun[]): object {
  const ids = (...outcomes: readonly string[]): string[] =>
    runs
      .filter(({ outcome }) => outcomes.length === 0 || outcomes.includes(outcome))
      .map(({ task }) => task.row.instance_id);
  const lists = {
    completed_ids: ids("resolved", "unresolved").sort(),
    incomplete_ids: [] as string[],
    empty_patch_ids: ids("empty").sort(),
    submitted_ids: ids().sort(),
    resolved_ids: ids("resolved").sort(),
    unresolved_ids: ids("unresolved").sort(),
    error_ids: ids("error").sort(),
  };
  return {
    total_instances: lists.submitted_ids.length,
    submitted_instances: lists.submitted_ids.length,
    completed_instances: lists.completed_ids.length,
    resolved_instances: lists.resolved_ids.length,
    unresolved_instances: lists.unresolved_ids.length,
    empty_patch_instances: lists.empty_patch_ids.length,
    error_instances: lists.error_ids.length,
    ...lists,
    model_name_or_path: modelName,
    schema_version: 2,
  };
}
