import { type Database, openTables, type Row, type Workspace } from "@memop/core";
import { type Task, tasksTable } from "@memop/trajectory";

/** Tasks of a workspace, read when they are needed; the same task is the same object while it is remembered. */
export interface TaskReader {
  /** Makes tasks ready for `taskOf`; unknown ids are no error. */
  load(taskIds: readonly string[]): Promise<void>;
  /** A task that was loaded by the last call; null when the workspace does not know it. */
  taskOf(taskId: string | null): Task | null;
  close(): void;
}

/** Tasks kept beyond those of the last call. */
const mostRemembered = 4096;

/** Opens the tasks of a workspace. A connection of its own, so that it can be asked while another query streams. */
export async function openTaskReader(workspace: Workspace): Promise<TaskReader> {
  const database: Database = await openTables(workspace, [tasksTable], { memoryMb: 512 });
  const known = new Map<string, Task | null>();
  return {
    async load(taskIds) {
      const wanted = [...new Set(taskIds)].filter((id) => !known.has(id));
      if (wanted.length === 0) return;
      if (known.size + wanted.length > mostRemembered) {
        const needed = new Set(taskIds);
        for (const id of known.keys()) if (!needed.has(id)) known.delete(id);
      }
      for (const id of wanted) known.set(id, null);
      const places = wanted.map((_, at) => `$${at + 1}`).join(", ");
      for await (const batch of database.stream(`SELECT * FROM tasks WHERE task_id IN (${places})`, wanted)) {
        for (const row of batch) known.set(row.task_id as string, toTask(row));
      }
    },
    taskOf: (taskId) => (taskId === null ? null : (known.get(taskId) ?? null)),
    close: () => database.close(),
  };
}

function toTask(row: Row): Task {
  return {
    taskId: row.task_id as string,
    repo: row.repo as string | null,
    baseCommit: row.base_commit as string | null,
    language: row.language as string | null,
    problemStatement: row.problem_statement as string | null,
    goldPatch: row.gold_patch as string | null,
    testPatch: row.test_patch as string | null,
    failToPass: (row.fail_to_pass ?? []) as string[],
    passToPass: (row.pass_to_pass ?? []) as string[],
    createdAt: row.created_at as string | null,
  };
}
