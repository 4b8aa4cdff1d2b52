import type { Row } from "@memop/core";
import { metricNames } from "@memop/metrics";
import {
  type BarRemark,
  barChart,
  type Cell,
  formatNumber,
  heading,
  legend,
  type Markup,
  paragraph,
  type Section,
  smallMultiples,
  table,
} from "@memop/report";
import type { ReportSource } from "../report-source.ts";
import { armsSql, pairsSql } from "./arms.ts";
import { metricLabels } from "./metric-labels.ts";

/** Most conditions with a figure of their own, and most repositories drawn in one. */
const mostConditions = 3;
const mostPanels = 12;

/** One repository under one condition: means of both arms over the tasks where both have the metric. */
interface RepositoryMeans {
  readonly repo: string;
  readonly tasks: number;
  readonly base: readonly (number | null)[];
  readonly memory: readonly (number | null)[];
}

/** Baseline and memory side by side, one panel per repository. Null when nothing is paired. */
export async function repositoriesSection({ database }: ReportSource): Promise<Section | null> {
  const columns = metricNames
    .flatMap((name) => {
      const isBoth = `base."${name}" IS NOT NULL AND memory."${name}" IS NOT NULL`;
      return [
        `avg(base."${name}") FILTER (${isBoth}) AS "${name}_base"`,
        `avg(memory."${name}") FILTER (${isBoth}) AS "${name}_memory"`,
      ];
    })
    .join(", ");
  const rows = await database.all(`WITH ${armsSql}, ${pairsSql}
    SELECT condition, repo, count(DISTINCT task_id) AS tasks, ${columns} FROM pairs GROUP BY 1, 2 ORDER BY tasks DESC, repo`);
  if (rows.length === 0) return null;
  const tasksOf = new Map<string, number>();
  for (const row of rows) {
    const condition = row.condition as string;
    tasksOf.set(condition, (tasksOf.get(condition) ?? 0) + (row.tasks as number));
  }
  const conditions = [...tasksOf].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([condition]) => condition);
  const shown = conditions.slice(0, mostConditions);
  const body = shown.flatMap((condition, at) =>
    conditionFigure(condition, at, rows.filter((row) => row.condition === condition).map(toMeans)),
  );
  if (conditions.length > shown.length) {
    body.push(paragraph(`${conditions.length - shown.length} conditions with fewer paired tasks are not shown.`));
  }
  return {
    id: "repositories",
    title: "By repository",
    lead: "Values in percent over the paired tasks of each repository; the number at the right is the difference.",
    body,
  };
}

function toMeans(row: Row): RepositoryMeans {
  const values = (arm: string) => metricLabels.map(({ name }) => row[`${name}_${arm}`] as number | null);
  return { repo: row.repo as string, tasks: row.tasks as number, base: values("base"), memory: values("memory") };
}

function conditionFigure(condition: string, at: number, repositories: readonly RepositoryMeans[]): Markup[] {
  const names = ["no memory", condition];
  const panels = repositories.slice(0, mostPanels).map((repository, panel) => ({
    title: repository.repo,
    note: `${repository.tasks} ${repository.tasks === 1 ? "task" : "tasks"}`,
    drawing: drawing(repository, names, `repository-${at}-${panel}`),
  }));
  return [
    heading(condition),
    paragraph(summary(repositories)),
    legend(names),
    smallMultiples(panels),
    differenceTable(condition, repositories),
  ];
}

function drawing({ repo, base, memory }: RepositoryMeans, names: readonly string[], id: string): Markup {
  const described = metricLabels.map(
    ({ text }, at) => `${text} ${formatNumber(base[at] ?? null, 1)} to ${formatNumber(memory[at] ?? null, 1)}`,
  );
  return barChart({
    id,
    title: `${repo}: the ten metrics without and with memory`,
    description: described.join("; "),
    labels: metricLabels.map(({ text }) => text),
    series: [
      { name: names[0] ?? "", values: base },
      { name: names[1] ?? "", values: memory },
    ],
    remarks: metricLabels.map((_, at) => remark(difference(base[at], memory[at]))),
    domain: [0, 100],
    axis: "percent",
  });
}

/** "d of 10·R comparisons degraded", and the largest gains. */
function summary(repositories: readonly RepositoryMeans[]): string {
  const all = repositories.flatMap(({ repo, base, memory }) =>
    metricLabels.flatMap(({ text }, at) => {
      const delta = difference(base[at], memory[at]);
      return delta === null ? [] : [{ repo, text, delta }];
    }),
  );
  const degraded = all.filter(({ delta }) => delta < -1e-9).length;
  const gains = all.filter(({ delta }) => delta > 0).sort((a, b) => b.delta - a.delta || (a.repo < b.repo ? -1 : 1));
  const largest = gains.slice(0, 3).map(({ repo, text, delta }) => `${arrowText(delta)} in ${text} (${repo})`);
  const told = largest.length === 0 ? "No metric gained." : `Largest gains: ${largest.join(", ")}.`;
  const undefinedCount = 10 * repositories.length - all.length;
  const missing = undefinedCount === 0 ? "" : ` Undefined in one arm: ${undefinedCount}.`;
  return `${degraded} of ${10 * repositories.length} comparisons degraded.${missing} ${told}`;
}

function differenceTable(condition: string, repositories: readonly RepositoryMeans[]): Markup {
  return table({
    caption: `Differences by repository: ${condition}`,
    columns: [
      { label: "Repository" },
      { label: "Tasks" },
      ...metricLabels.map(({ markup, title }) => ({ label: markup, title })),
    ],
    rows: repositories.map(({ repo, tasks, base, memory }) => ({
      cells: [repo, tasks, ...metricLabels.map((_, at): Cell => ({ delta: difference(base[at], memory[at]) }))],
    })),
  });
}

function difference(base: number | null | undefined, memory: number | null | undefined): number | null {
  return base == null || memory == null ? null : memory - base;
}

function remark(delta: number | null): BarRemark {
  const rounded = Number((delta ?? 0).toFixed(2));
  return { text: arrowText(delta), tone: rounded > 0 ? "gain" : rounded < 0 ? "drop" : "same" };
}

function arrowText(delta: number | null): string {
  if (delta === null) return "–";
  const rounded = Number(delta.toFixed(2));
  return `${rounded > 0 ? "↑" : rounded < 0 ? "↓" : "="}${formatNumber(Math.abs(rounded))}`;
}
