import { type Database, MemopError } from "@memop/core";
import { repoOfInstanceId } from "@memop/trajectory";

/** What can tell systems apart, in the order in which it is tried. */
export const systemColumns = ["condition", "agent", "model", "run"] as const;

/** A column of {@link systemColumns}. */
export type SystemColumn = (typeof systemColumns)[number];

/** What a system did on one task. */
export interface SystemTask {
  readonly system: string;
  readonly taskId: string;
  readonly repo: string | null;
  /** Rollouts whose outcome is known, and how many of them resolved the task; fractions when imported cards are averages. */
  readonly rollouts: number;
  readonly resolved: number;
  readonly createdAt: string | null;
}

/** The systems of a workspace. */
export interface Systems {
  /** What tells them apart; empty when there is one. */
  readonly columns: readonly SystemColumn[];
  /** Ordered by system, then task. */
  readonly tasks: readonly SystemTask[];
}

/**
 * The outcomes of a workspace by system and task: of rollouts, of evaluation reports without rollouts, of imported outcomes,
 * and of imported score cards. Unhealthy runs and unknown outcomes are left out.
 *
 * A system is told by `by`. Default: each of condition, agent and model under two values of which the same task was tried,
 * else the run. `database` has the workspace's tables as views; it gets a table `system_rollouts`, and a
 * view `named_rollouts` of it with the name of each one's system.
 */
export async function readSystems(database: Database, by: readonly SystemColumn[] | null = null): Promise<Systems> {
  await makeRolloutTable(database);
  const columns = by ?? (await tellingColumns(database));
  const name =
    columns.length === 0 ? "'all runs'" : `concat_ws(' · ', ${columns.map((column) => nameSql(column)).join(", ")})`;
  await database.run(`CREATE OR REPLACE TEMP VIEW named_rollouts AS SELECT ${name} AS system, * FROM system_rollouts`);
  const rows = await database.all(`
    SELECT s.system, s.task_id, any_value(coalesce(s.repo, t.repo)) AS repo, count(*) AS rollouts,
      sum(s.resolved) AS resolved, any_value(t.created_at) AS created_at
    FROM named_rollouts s LEFT JOIN tasks t ON t.task_id = s.task_id
    GROUP BY 1, 2 ORDER BY 1, 2`);
  return {
    columns,
    tasks: rows.map((row) => ({
      system: row.system as string,
      taskId: row.task_id as string,
      repo: (row.repo as string | null) ?? repoOfInstanceId(row.task_id as string),
      rollouts: Number(row.rollouts),
      resolved: Number(row.resolved),
      createdAt: row.created_at as string | null,
    })),
  };
}

/** Parses a list of columns such as `condition,agent`. Throws `BAD_USAGE` for any other. */
export function parseSystemColumns(text: string): readonly SystemColumn[] {
  return text.split(",").map((part) => {
    const found = systemColumns.find((column) => column === part.trim());
    if (found !== undefined) return found;
    throw new MemopError("BAD_USAGE", `systems cannot be told apart by "${part.trim()}"`, {
      hint: `columns: ${systemColumns.join(", ")}; several with commas`,
    });
  });
}

/** What systems without memory are called. */
const baselineName = "no memory";

/** True for a system of the baseline's condition. */
export function isBaseline(system: string): boolean {
  return system.split(" · ").includes(baselineName);
}

/** True when at least half of the rollouts resolved the task: it is in the system's resolved set. */
export function isResolvedBy({ rollouts, resolved }: Pick<SystemTask, "rollouts" | "resolved">): boolean {
  return resolved > 0 && 2 * resolved >= rollouts;
}

function nameSql(column: SystemColumn): string {
  if (column === "condition") return `CASE condition WHEN 'none' THEN '${baselineName}' ELSE condition END`;
  return `coalesce("${column}", 'no ${column} given')`;
}

/** Columns under two values of which some task was tried while the other columns were the same. */
async function tellingColumns(database: Database): Promise<SystemColumn[]> {
  const labels = systemColumns.filter((column) => column !== "run");
  const telling: SystemColumn[] = [];
  for (const column of labels) {
    const others = labels.filter((each) => each !== column).map((each) => `"${each}"`);
    if (await isTelling(database, column, others)) telling.push(column);
  }
  if (telling.length > 0) return telling;
  return (await isTelling(database, "run", [])) ? ["run"] : [];
}

async function isTelling(database: Database, column: SystemColumn, others: readonly string[]): Promise<boolean> {
  const [row] = await database.all(`SELECT 1 AS one FROM system_rollouts GROUP BY ${["task_id", ...others].join(", ")}
    HAVING count(DISTINCT coalesce("${column}", '')) > 1 LIMIT 1`);
  return row !== undefined;
}

/**
 * One row per rollout or outcome: labels, task, repository, and `resolved` from 0 to 1.
 *
 * An outcome without a rollout has the labels of the record that it was read from; an imported one has those of its own
 * columns of these names.
 */
async function makeRolloutTable(database: Database): Promise<void> {
  const given = new Set((await database.all("DESCRIBE outcomes")).map((row) => String(row.column_name)));
  const own = (column: string): string => (given.has(column) ? `CAST(o."${column}" AS VARCHAR)` : "NULL");
  await database.run(`CREATE OR REPLACE TEMP TABLE system_rollouts AS
    WITH named AS (
      SELECT source, task_id, any_value(condition) AS condition, any_value(run) AS run
      FROM records WHERE kind = 'outcome' AND task_id IS NOT NULL GROUP BY 1, 2),
    rollouts AS (
      SELECT o.trajectory_id, coalesce(t.condition, 'none') AS condition, t.agent, t.model, t.run, coalesce(t.task_id, o.task_id) AS task_id,
        NULL AS repo, CAST(o.resolved AS INTEGER) AS resolved
      FROM outcomes o JOIN trajectories t USING (trajectory_id)
      WHERE o.resolved IS NOT NULL AND coalesce(o.health, 'healthy') = 'healthy' AND coalesce(t.health, 'healthy') = 'healthy'),
    outcomes_alone AS (
      SELECT o.trajectory_id, coalesce(${own("condition")}, n.condition, 'none') AS condition, ${own("agent")} AS agent, ${own("model")} AS model,
        coalesce(${own("run")}, n.run) AS run, o.task_id, ${own("repo")} AS repo, CAST(o.resolved AS INTEGER) AS resolved
      FROM outcomes o LEFT JOIN named n ON n.source = o.source AND n.task_id = o.task_id
      WHERE o.resolved IS NOT NULL AND coalesce(o.health, 'healthy') = 'healthy'
        AND NOT EXISTS (SELECT 1 FROM trajectories t WHERE t.trajectory_id = o.trajectory_id)
        AND NOT EXISTS (SELECT 1 FROM scores s WHERE s.trajectory_id = o.trajectory_id)),
    cards_alone AS (
      SELECT s.trajectory_id, coalesce(s.condition, 'none') AS condition, s.agent, s.model, s.run, s.task_id, s.repo, s.sr / 100 AS resolved
      FROM scores s WHERE s.sr IS NOT NULL AND coalesce(s.health, 'healthy') = 'healthy'
        AND NOT EXISTS (SELECT 1 FROM trajectories t WHERE t.trajectory_id = s.trajectory_id))
    SELECT * FROM rollouts WHERE task_id IS NOT NULL
    UNION ALL BY NAME SELECT * FROM outcomes_alone WHERE task_id IS NOT NULL
    UNION ALL BY NAME SELECT * FROM cards_alone`);
}
