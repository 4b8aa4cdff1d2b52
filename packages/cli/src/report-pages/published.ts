import { type Cell, type Section, type TableRow, table } from "@memop/report";
import { readPublishedFigures } from "../published-figures.ts";
import { axes } from "../study/axes/axis.ts";
import { compareLevels } from "../study/axes/compare-levels.ts";
import { groupBy } from "../study/group-by.ts";
import { metricLabels } from "./comparison/metric-labels.ts";
import type { ReportSource } from "./report-source.ts";

/** Draws of the intervals, their seed, and most conditions that stand beside the published rows. */
const draws = { draws: 1000, seed: 0 };
const mostConditions = 20;

/** The papers' own figures beside the workspace's; null unless they were asked for. */
export async function publishedSection({ database, settings }: ReportSource): Promise<Section | null> {
  if (!settings.isPublishedShown) return null;
  const { memoryModels, structures, systems } = readPublishedFigures();
  const byCondition = axes.find(({ name }) => name === "condition");
  const own = byCondition === undefined ? [] : await compareLevels(database, byCondition, draws);
  const ownRows: TableRow[] = own.slice(0, mostConditions).map(({ level, deltas, reward }) => ({
    cells: [
      level,
      { delta: reward },
      ...metricLabels.map(({ name }): Cell => {
        const delta = deltas[name];
        return { delta: delta?.mean ?? null, lower: delta?.lower ?? null, upper: delta?.upper ?? null };
      }),
    ],
  }));
  const groups = groupBy(memoryModels.rows, ({ regime, agent }) => `Published, ${regime}: ${agent}`);
  const publishedRows = [...groups].flatMap(([group, rows]): TableRow[] => [
    { group },
    ...rows.map(({ memory_model, stage, deltas }) => ({
      cells: [
        `${memory_model} (${stage})`,
        { delta: meanOf(Object.values(deltas)) },
        ...metricLabels.map(({ name }): Cell => ({ delta: deltas[name] ?? null })),
      ],
    })),
  ]);
  const columns = metricLabels.map(({ markup, title }) => ({ label: markup, title }));
  const structureLabels = metricLabels.filter(({ name }) => structures.rows[0]?.values[name] !== undefined);
  return {
    id: "published",
    title: "Published figures",
    lead: "What the papers report, beside this workspace. Other agents, tasks and budgets: differences can be compared in sign and size, not value by value.",
    body: [
      table({
        caption: "Differences from the baseline in percent points",
        columns: [{ label: "Condition or memory model" }, { label: "r" }, ...columns],
        rows: [{ group: "This workspace, by condition" }, ...ownRows, ...publishedRows],
        note: `Published: ${memoryModels.source}; ${memoryModels.tasks} tasks, no intervals given.${own.length > mostConditions ? ` ${own.length - mostConditions} conditions of the workspace are not shown.` : ""}`,
      }),
      table({
        caption: "Published: structures of a memory, values in percent",
        columns: [{ label: "Structure" }, ...structureLabels.map(({ markup, title }) => ({ label: markup, title }))],
        rows: structures.rows.map(({ structure, values }) => ({
          isBaseline: structure === null,
          cells: [
            structure ?? "no memory (baseline)",
            ...structureLabels.map(({ name }): Cell => ({ value: values[name] ?? null })),
          ],
        })),
        note: `${structures.source}; ${structures.tasks} tasks, ${structures.turns} turns. ${structures.note}.`,
      }),
      table({
        caption: "Published: pass@1 and cost per task",
        columns: [
          { label: "System" },
          { label: "Model", align: "start" },
          { label: "Benchmark", align: "start" },
          { label: "pass@1" },
          { label: "USD" },
        ],
        rows: systems.rows.map(({ system, model, benchmark, pass_at_1, cost_usd }) => ({
          cells: [system, model ?? "–", benchmark, { value: pass_at_1, digits: 1, unit: "%" }, { value: cost_usd }],
        })),
        note: systems.source,
      }),
    ],
  };
}

function meanOf(values: readonly (number | undefined)[]): number | null {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
