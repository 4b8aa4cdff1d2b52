import type { Row } from "@memop/core";
import { patchFunctions } from "../functions/patch-functions.ts";
import { goldFiles } from "../patch/gold-files.ts";
import type { Repositories } from "../repos/repositories.ts";
import type { Task } from "../task.ts";
import type { RecordRow, TaskPayload } from "./staged-row.ts";

/** Rows of the `tasks` table, and the records that repeat a task. */
export interface JoinedTasks {
  readonly rows: readonly Row[];
  readonly repeated: readonly RecordRow[];
}

/**
 * Makes one row per task. Of each field the first record of an id that has it counts, in source order; records inside
 * trajectories come after all task records. The row's source is that of the first record. Gold functions come from
 * `repositories` where these have the task's files, else from the patch alone.
 */
export async function joinTasks(
  records: Iterable<RecordRow>,
  repositories: Repositories | null = null,
): Promise<JoinedTasks> {
  const own = new Map<string, { task: Task; source: string }>();
  const embedded = new Map<string, { task: Task; source: string }>();
  const repeated: RecordRow[] = [];
  for (const record of records) {
    if (record.kind !== "task" && record.kind !== "embedded-task") continue;
    const task = JSON.parse(record.payload_json) as TaskPayload;
    const tasks = record.kind === "task" ? own : embedded;
    const before = tasks.get(task.taskId);
    if (before !== undefined && record.kind === "task") repeated.push(record);
    const { source } = before ?? record;
    tasks.set(task.taskId, { task: before === undefined ? task : merged(before.task, task), source });
  }
  const ids = [...new Set([...own.keys(), ...embedded.keys()])].sort();
  const rows: Row[] = [];
  for (const id of ids) {
    const first = own.get(id) ?? embedded.get(id);
    rows.push(await taskRow(merged(first?.task as Task, embedded.get(id)?.task), first?.source ?? "", repositories));
  }
  return { rows, repeated };
}

function merged(first: Task, second: Task | undefined): Task {
  if (second === undefined) return first;
  return {
    taskId: first.taskId,
    repo: first.repo ?? second.repo,
    baseCommit: first.baseCommit ?? second.baseCommit,
    language: first.language ?? second.language,
    problemStatement: first.problemStatement ?? second.problemStatement,
    goldPatch: first.goldPatch ?? second.goldPatch,
    testPatch: first.testPatch ?? second.testPatch,
    failToPass: first.failToPass.length > 0 ? first.failToPass : second.failToPass,
    passToPass: first.passToPass.length > 0 ? first.passToPass : second.passToPass,
    createdAt: first.createdAt ?? second.createdAt,
    derivation: first.derivation ?? second.derivation,
  };
}

async function taskRow(task: Task, source: string, repositories: Repositories | null): Promise<Row> {
  const patch = task.goldPatch;
  const gold = patch === null ? null : await patchFunctions(patch, task, repositories);
  return {
    task_id: task.taskId,
    repo: task.repo,
    base_commit: task.baseCommit,
    language: task.language,
    problem_statement: task.problemStatement,
    gold_patch: patch,
    test_patch: task.testPatch,
    fail_to_pass: task.failToPass,
    pass_to_pass: task.passToPass,
    gold_files: patch === null ? null : goldFiles(patch).files,
    gold_functions: gold?.functions ?? null,
    gold_functions_from: gold?.from ?? null,
    gold_functions_reasons: gold?.reasons ?? null,
    created_at: task.createdAt,
    derivation_json: task.derivation === undefined ? null : JSON.stringify(task.derivation),
    source,
  };
}
