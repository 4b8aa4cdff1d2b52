import { openOrCreateWorkspace, openTables, type Row, runStage, type TableSchema, type Workspace } from "@memop/core";
import type { Task, Trajectory } from "@memop/trajectory";

/** A workspace in `folder` that holds the given tables. */
export async function makeWorkspace(
  folder: string,
  ...tables: readonly (readonly [TableSchema, readonly Row[]])[]
): Promise<Workspace> {
  const workspace = await openOrCreateWorkspace(folder);
  await runStage(
    workspace,
    {
      name: "import",
      config: {},
      reads: [],
      async body({ write }) {
        for (const [schema, rows] of tables) await write(schema, rows);
        return { read: 0, used: 0, result: {} };
      },
    },
    { force: true },
  );
  return workspace;
}

/** All rows of one table of a workspace, by its key. */
export async function rowsOf(workspace: Workspace, schema: TableSchema): Promise<Row[]> {
  const database = await openTables(workspace, [schema]);
  try {
    return await database.all(`SELECT * FROM ${schema.name} ORDER BY ${schema.key.join(", ")}`);
  } finally {
    database.close();
  }
}

/** The row of a run in the table of trajectories. */
export function trajectoryRow(id: string, trajectory: Trajectory, fields: Row = {}): Row {
  return {
    trajectory_id: id,
    task_id: trajectory.taskId,
    condition: "none",
    agent: trajectory.agent.name,
    model: trajectory.model,
    health: trajectory.health,
    budget: trajectory.limits.turns,
    trajectory_json: JSON.stringify(trajectory),
    ...fields,
  };
}

/** The row of a task in the table of tasks. */
export function taskRow(task: Task): Row {
  return {
    task_id: task.taskId,
    repo: task.repo,
    base_commit: task.baseCommit,
    language: task.language,
    problem_statement: task.problemStatement,
    gold_patch: task.goldPatch,
    test_patch: task.testPatch,
    fail_to_pass: task.failToPass,
    pass_to_pass: task.passToPass,
    created_at: task.createdAt,
  };
}
