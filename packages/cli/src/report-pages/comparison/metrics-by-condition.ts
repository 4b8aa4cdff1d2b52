import type { Row } from "@memop/core";
import { metricNames } from "@memop/metrics";
import {
  type Cell,
  type Column,
  type Content,
  html,
  paragraph,
  type Section,
  type TableRow,
  table,
} from "@memop/report";
import type { ReportSource } from "../report-source.ts";
import { armsSql, pairsSql } from "./arms.ts";
import { halfWidthOfMean } from "./interval-of-mean.ts";
import { metricLabels } from "./metric-labels.ts";

/** Most conditions of one agent that the table shows. */
const mostConditions = 40;

/** The ten metrics: the baseline's values, and the difference that each condition makes, in the layout of the paper. */
export async function metricsSection({ database, has }: ReportSource): Promise<Section> {
  const title = "Metrics by condition";
  if (!has("scores")) return { id: "metrics", title, body: [paragraph("No score cards yet: memop score WS.")] };
  const means = metricNames.map((name) => `avg("${name}") AS "${name}"`).join(", ");
  const levels = await database.all(`WITH ${armsSql}
    SELECT agent, model, condition, count(DISTINCT task_id) AS tasks, sum(rollouts) AS rollouts, ${means} FROM arms
    GROUP BY 1, 2, 3 ORDER BY agent, model, condition <> 'none', condition`);
  const deltas = await database.all(`WITH ${armsSql}, ${pairsSql}
    SELECT agent, model, condition, count(DISTINCT task_id) AS tasks, ${deltaColumns()} FROM pairs
    GROUP BY 1, 2, 3 ORDER BY agent, model, condition`);
  const labels = await conditionLabels(database);
  const rows = agentsOf(levels).flatMap(([agent, model]) => {
    const isOf = (row: Row): boolean => row.agent === agent && row.model === model;
    return agentRows(agent, model, levels.filter(isOf), deltas.filter(isOf), labels);
  });
  return {
    id: "metrics",
    title,
    lead: "Rows marked baseline and rows without a paired baseline are values in percent; all others are differences from the baseline in percent points.",
    body: [
      table({
        caption: "LA and LE: localization accuracy and efficiency. SR: success rate. E: resolve efficiency.",
        columns: [{ label: "Condition" }, { label: "Tasks" }, ...metricLabels.map(toColumn)],
        rows,
        note: "Each difference is the mean over tasks of (mean of the runs with memory − mean of the runs without), over tasks with healthy runs on both sides, same agent, model and turn budget. In brackets: 95 % interval over tasks (Student's t); bold where it excludes 0. Baseline values are over all its tasks. ↑ gain, ↓ drop.",
      }),
    ],
  };
}

function toColumn({ markup, title }: (typeof metricLabels)[number]): Column {
  return { label: markup, title };
}

/** Mean, deviation and number of the task differences of each metric. */
function deltaColumns(): string {
  return metricNames
    .map((name) => `memory."${name}" - base."${name}"`)
    .map((difference, at) => {
      const name = metricNames[at];
      return `avg(${difference}) AS "${name}", stddev_samp(${difference}) AS "${name}_sd", count(${difference}) AS "${name}_n"`;
    })
    .join(", ");
}

function agentRows(
  agent: string,
  model: string,
  levels: readonly Row[],
  deltas: readonly Row[],
  labels: ReadonlyMap<string, Content>,
): TableRow[] {
  const rows: TableRow[] = [{ group: `Agent: ${agent} · ${model}` }];
  for (const level of levels) {
    const condition = level.condition as string;
    const delta = deltas.find((row) => row.condition === condition);
    if (rows.length > mostConditions) break;
    const isBaseline = condition === "none";
    const name = isBaseline ? "no memory (baseline)" : (labels.get(condition) ?? condition);
    if (delta === undefined) {
      const cells = metricLabels.map((metric): Cell => ({ value: level[metric.name] as number | null }));
      rows.push({
        isBaseline: true,
        cells: [isBaseline ? name : html`${name} (no pairs)`, level.tasks as number, ...cells],
      });
    } else {
      rows.push({
        cells: [name, delta.tasks as number, ...metricLabels.map((metric) => deltaCell(delta, metric.name))],
      });
    }
  }
  const hidden = levels.length - (rows.length - 1);
  if (hidden > 0) rows.push({ group: `${hidden} more conditions are not shown: memop sql WS "select … from scores"` });
  return rows;
}

function deltaCell(row: Row, metric: string): Cell {
  const delta = row[metric] as number | null;
  const half = halfWidthOfMean(row[`${metric}_sd`] as number | null, row[`${metric}_n`] as number);
  if (delta === null || half === null) return { delta };
  return { delta, lower: delta - half, upper: delta + half };
}

async function conditionLabels(database: ReportSource["database"]): Promise<Map<string, Content>> {
  const rows = await database.all("SELECT condition, m_theta, stage, structure FROM conditions");
  return new Map(
    rows.map((row) => {
      const facts = [row.m_theta, row.stage, row.structure].filter((fact) => fact !== null && fact !== row.condition);
      const note = facts.length === 0 ? null : html` <span class="note">${facts.join(", ")}</span>`;
      return [row.condition as string, html`${row.condition as string}${note}`];
    }),
  );
}

function agentsOf(rows: readonly Row[]): [string, string][] {
  const keys = new Map(rows.map((row) => [JSON.stringify([row.agent, row.model]), row]));
  return [...keys.values()].map((row) => [row.agent as string, row.model as string]);
}
