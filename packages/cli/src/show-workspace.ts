import { MemopError, openTables, type Row, readManifest, tableFiles, type Workspace } from "@memop/core";
import { type GoldFunction, type GoldSet, goldSetOf } from "@memop/metrics";
import { type BaseCommit, outcomesTable, type Trajectory, tasksTable, trajectoriesTable } from "@memop/trajectory";
import { workspaceTables } from "./workspace-tables.ts";

/** Rows of every table and what each stage printed. */
export async function summarizeWorkspace(workspace: Workspace): Promise<Record<string, unknown>> {
  const { stages } = await readManifest(workspace);
  const database = await openTables(workspace, workspaceTables);
  const tables: Record<string, number> = {};
  try {
    for (const { name } of workspaceTables) {
      if (tableFiles(workspace, name).length === 0) continue;
      const [row] = await database.all(`SELECT count(*) AS n FROM ${name}`);
      tables[name] = Number(row?.n ?? 0);
    }
  } finally {
    database.close();
  }
  const results = Object.fromEntries(Object.entries(stages).map(([name, stage]) => [name, stage.result]));
  return { workspace: workspace.root, tables, ...results };
}

/** A stored trajectory with what is known of its task and outcome. */
export interface StoredTrajectory {
  readonly id: string;
  readonly condition: string;
  readonly run: string | null;
  readonly source: string;
  readonly json: string;
  readonly trajectory: Trajectory;
  /** Null when unknown. */
  readonly resolved: boolean | null;
  /** The commit that the run began from, where its task tells. */
  readonly base: BaseCommit;
  /** What the task's reference solution changes; null when it is not known. */
  readonly gold: GoldSet | null;
}

/** Trajectories that a message lists at most. */
const MOST_LISTED = 20;

/** The trajectories of a task, as rows of a short table, in the order of their sources; none when `name` is no task's id. */
export async function trajectoriesOfTask(workspace: Workspace, name: string): Promise<readonly Row[]> {
  const database = await openTables(workspace, [trajectoriesTable, outcomesTable]);
  try {
    return await database.all(
      `SELECT t.trajectory_id, t.condition, t.run, o.resolved, t.turns, t.agent, t.model, t.source FROM trajectories t
       LEFT JOIN outcomes o USING (trajectory_id) WHERE t.task_id = $1 ORDER BY t.source_file, t.source_byte`,
      [name],
    );
  } finally {
    database.close();
  }
}

/**
 * Finds one trajectory by its id, the start of its id, or its task's id.
 *
 * Throws `NOT_FOUND` when there is none, and `BAD_USAGE`, listing them, when there are several.
 */
export async function findTrajectory(workspace: Workspace, name: string): Promise<StoredTrajectory> {
  const database = await openTables(workspace, [trajectoriesTable, tasksTable, outcomesTable]);
  try {
    const found = await database.all(
      `SELECT trajectory_id, task_id, condition, run, source FROM trajectories
       WHERE starts_with(trajectory_id, $1) OR task_id = $1 ORDER BY trajectory_id = $1 DESC, source_file, source_byte LIMIT ${MOST_LISTED}`,
      [name],
    );
    const [first, second] = found;
    if (first === undefined) {
      throw new MemopError("NOT_FOUND", `no trajectory or task of ${workspace.root} is "${name}"`, {
        hint: `list them: memop sql ${workspace.root} "select trajectory_id, task_id, condition from trajectories"`,
      });
    }
    if (second !== undefined && first.trajectory_id !== name) {
      const list = found.map((row) => `${row.trajectory_id} (${row.condition}${row.run ? `, ${row.run}` : ""})`);
      const count = found.length === MOST_LISTED ? `${MOST_LISTED} or more` : found.length;
      throw new MemopError("BAD_USAGE", `"${name}" stands for ${count} trajectories`, {
        hint: `name one by its id: ${list.join(", ")}`,
      });
    }
    const [row] = await database.all(
      `SELECT t.trajectory_json, o.resolved, k.repo, k.base_commit, k.gold_patch, k.gold_files, k.gold_functions FROM trajectories t
       LEFT JOIN outcomes o USING (trajectory_id) LEFT JOIN tasks k ON k.task_id = t.task_id WHERE t.trajectory_id = $1`,
      [first.trajectory_id as string],
    );
    const json = String(row?.trajectory_json);
    return {
      id: first.trajectory_id as string,
      condition: first.condition as string,
      run: first.run as string | null,
      source: first.source as string,
      json,
      trajectory: JSON.parse(json) as Trajectory,
      resolved: (row?.resolved ?? null) as boolean | null,
      base: {
        repo: (row?.repo ?? null) as string | null,
        baseCommit: (row?.base_commit ?? null) as string | null,
      },
      gold: goldSetOf({
        patch: (row?.gold_patch ?? null) as string | null,
        files: (row?.gold_files ?? null) as string[] | null,
        functions: (row?.gold_functions ?? null) as GoldFunction[] | null,
      }),
    };
  } finally {
    database.close();
  }
}
