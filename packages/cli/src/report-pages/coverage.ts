import type { Row } from "@memop/core";
import { type Cell, type Markup, paragraph, type Section, table } from "@memop/report";
import type { ReportSource } from "./report-source.ts";

/** How much of what was given could be used: healthy runs, known outcomes, pairs, and every refusal by its reason. */
export async function coverageSection({ database, manifest, has }: ReportSource): Promise<Section> {
  const body: Markup[] = [];
  if (has("trajectories")) body.push(healthTable(await database.all(healthSql)));
  if (has("scores")) body.push(pairTable(await database.all(pairSql)));
  const refusals = Object.entries(manifest.stages).flatMap(([stage, { counts }]) =>
    Object.entries(counts.byReason).map(([reason, count]): [string, string, number] => [stage, reason, count]),
  );
  body.push(
    refusals.length === 0
      ? paragraph("No stage refused a record.")
      : table({
          caption: "Records that were not used, by stage and reason",
          columns: [{ label: "Stage" }, { label: "Reason", align: "start" }, { label: "Records" }],
          rows: refusals.map((cells) => ({ cells })),
          note: "Each is a line of refused/<stage>.jsonl with its source and message.",
        }),
  );
  return { id: "coverage", title: "Coverage", lead: "What was used, and what was not and why.", body };
}

const healthSql = `
  SELECT coalesce(t.condition, 'none') AS condition, count(*) AS rollouts,
    count(*) FILTER (coalesce(o.health, t.health) = 'healthy') AS healthy,
    count(*) FILTER (coalesce(o.health, t.health) = 'error') AS error,
    count(*) FILTER (coalesce(o.health, t.health) = 'timeout') AS timeout,
    count(*) FILTER (coalesce(o.health, t.health) = 'infra') AS infra,
    count(*) FILTER (o.resolved IS NOT NULL) AS known, count(*) FILTER (o.resolved) AS resolved
  FROM trajectories t LEFT JOIN outcomes o USING (trajectory_id)
  GROUP BY 1 ORDER BY coalesce(t.condition, 'none') <> 'none', 1 LIMIT 60`;

function healthTable(rows: readonly Row[]): Markup {
  const names = ["rollouts", "healthy", "error", "timeout", "infra", "known", "resolved"] as const;
  return table({
    caption: "Rollouts by condition",
    columns: ["Condition", "Rollouts", "Healthy", "Error", "Timeout", "Infra", "Outcome known", "Resolved"].map(
      (label) => ({ label }),
    ),
    rows: rows.map((row) => ({ cells: [row.condition as string, ...names.map((name): Cell => row[name] as number)] })),
    note: "Only rollouts that are healthy on both sides of a pair are compared; nothing is imputed.",
  });
}

const pairSql = `
  WITH tasks_of AS (
    SELECT coalesce(agent, '') AS agent, coalesce(model, '') AS model, coalesce(budget, 0) AS budget,
      coalesce(condition, 'none') AS condition, task_id, bool_or(coalesce(health, 'healthy') = 'healthy') AS is_healthy
    FROM scores GROUP BY 1, 2, 3, 4, 5)
  SELECT m.condition, m.agent, m.model, count(*) AS tasks, count(b.task_id) AS possible,
    count(*) FILTER (m.is_healthy AND b.is_healthy) AS used
  FROM tasks_of m LEFT JOIN tasks_of b ON b.condition = 'none' AND b.task_id = m.task_id AND b.agent = m.agent
    AND b.model = m.model AND b.budget = m.budget
  WHERE m.condition <> 'none' GROUP BY 1, 2, 3 ORDER BY 2, 3, 1 LIMIT 60`;

function pairTable(rows: readonly Row[]): Markup {
  if (rows.length === 0) return paragraph("No condition with memory: there is nothing to pair.");
  return table({
    caption: "Pairs of tasks with and without memory",
    columns: [
      { label: "Condition" },
      { label: "Tasks with memory" },
      { label: "also without" },
      { label: "healthy on both sides" },
    ],
    rows: rows.map((row) => ({
      cells: [
        `${row.condition} · ${row.agent || "unknown agent"} · ${row.model || "unknown model"}`,
        row.tasks as number,
        row.possible as number,
        row.used as number,
      ],
    })),
  });
}
