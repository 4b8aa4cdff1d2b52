import type { Row } from "@memop/core";
import {
  type Cell,
  dotRows,
  formatNumber,
  type Markup,
  markerLegend,
  type Section,
  type TableRow,
  table,
} from "@memop/report";
import { type Overhead, overheadOf } from "../../study/overhead.ts";
import { type ConditionEffort, type EffortMeasure, effortMeasures, readEfforts } from "../../study/read-efforts.ts";
import type { ReportSource } from "../report-source.ts";
import { armsSql, pairsSql } from "./arms.ts";

const measures = [
  { name: "cost_usd", label: "Cost (USD)", digits: 3 },
  { name: "prompt_tokens", label: "Prompt tokens", digits: 0 },
  { name: "completion_tokens", label: "Completion tokens", digits: 0 },
  { name: "turns", label: "Turns", digits: 1 },
  { name: "seconds", label: "Seconds", digits: 0 },
] as const;

const measureLabels: Readonly<Record<EffortMeasure, string>> = {
  seconds: "Seconds",
  tokens: "Tokens",
  cost_usd: "USD",
};

/** Most conditions whose overhead is shown. */
const mostConditions = 30;

/** What a run costs without memory, and what memory changes about it. Null when no run says what it cost. */
export async function costSection({ database }: ReportSource): Promise<Section | null> {
  const columns = measures
    .flatMap(({ name }) => {
      const isBoth = `base.${name} IS NOT NULL AND memory.${name} IS NOT NULL`;
      return [
        `avg(base.${name}) FILTER (${isBoth}) AS ${name}_base`,
        `avg(memory.${name}) FILTER (${isBoth}) AS ${name}_memory`,
      ];
    })
    .join(", ");
  const pairs = await database.all(`WITH ${armsSql}, ${pairsSql}
    SELECT agent, model, condition, count(DISTINCT task_id) AS tasks, ${columns} FROM pairs
    GROUP BY 1, 2, 3 ORDER BY agent, model, condition`);
  const shown = measures.filter(({ name }) => pairs.some((row) => row[`${name}_base`] !== null));
  if (shown.length === 0) return null;
  const rows: TableRow[] = pairs.map((row) => ({
    cells: [
      `${row.condition} · ${row.agent} · ${row.model}`,
      row.tasks as number,
      ...shown.flatMap(({ name, digits }): Cell[] => [
        { value: row[`${name}_base`] as number | null, digits },
        relativeChange(row, name),
      ]),
    ],
  }));
  return {
    id: "cost",
    title: "Cost and overhead",
    lead: "Per run, on the tasks with healthy runs on both sides; the change is relative to the baseline. Less is better.",
    body: [
      table({
        caption: "Cost of a run without memory, and the change with it",
        columns: [
          { label: "Condition" },
          { label: "Tasks" },
          ...shown.flatMap(({ label }) => [{ label }, { label: "change" }]),
        ],
        rows: rows.slice(0, 60),
        note: rows.length > 60 ? `${formatNumber(rows.length - 60, 0)} more rows are not shown.` : "",
      }),
      ...overheadFigures((await readEfforts(database)).slice(0, mostConditions)),
    ],
  };
}

function relativeChange(row: Row, name: string): Cell {
  const base = row[`${name}_base`] as number | null;
  const memory = row[`${name}_memory`] as number | null;
  if (base === null || memory === null || base === 0) return { delta: null };
  return { delta: (100 * (memory - base)) / base, digits: 1, unit: "%", isHigherBetter: false };
}

/** Overhead of each condition as a figure and a table; nothing when neither seconds nor tokens nor money are known. */
function overheadFigures(conditions: readonly ConditionEffort[]): Markup[] {
  const overheads = conditions.map(({ condition, efforts }) => ({
    condition,
    of: (measure: EffortMeasure): Overhead | null => {
      const effort = efforts[measure];
      return effort === null ? null : overheadOf(effort);
    },
  }));
  const known = effortMeasures.filter((measure) => overheads.some(({ of }) => of(measure) !== null));
  if (known.length === 0) return [];
  const percent = (overhead: Overhead | null): number | null => overhead?.withStep ?? overhead?.withoutStep ?? null;
  const hasSteps = overheads.some(({ of }) => known.some((measure) => (of(measure)?.withStep ?? null) !== null));
  const cell = (delta: number | null): Cell => ({ delta, digits: 1, unit: "%", isHigherBetter: false });
  return [
    markerLegend(
      known.map((measure) => measureLabels[measure]),
      1,
    ),
    dotRows({
      id: "overhead",
      title: "Overhead of memory by condition",
      description: overheads
        .map(
          ({ condition, of }) =>
            `${condition}: ${known.map((name) => `${measureLabels[name]} ${formatNumber(percent(of(name)), 1)} %`).join(", ")}`,
        )
        .join("; "),
      labels: overheads.map(({ condition }) => condition),
      series: known.map((name) => ({
        name: measureLabels[name],
        values: overheads.map(({ of }) => percent(of(name))),
      })),
      axis: "change against the baseline, percent; less is better",
      width: 640,
    }),
    table({
      caption: "Overhead of memory, per task",
      columns: [
        { label: "Condition" },
        ...known.flatMap((name) => [
          { label: measureLabels[name], title: "the run alone against the baseline" },
          { label: "with step", title: "the step that wrote the memory included" },
          { label: "×", title: "factor against the baseline, with the step where it is known" },
        ]),
      ],
      rows: overheads.map(({ condition, of }) => ({
        cells: [
          condition,
          ...known.flatMap((name): Cell[] => {
            const overhead = of(name);
            return [
              cell(overhead?.withoutStep ?? null),
              cell(overhead?.withStep ?? null),
              { value: overhead?.factor ?? null },
            ];
          }),
        ],
      })),
      note: hasSteps
        ? "With step: the effort of writing the memory counts once per task that uses it."
        : "What it took to write the memories is not recorded: a memories table imported with the columns seconds, prompt_tokens, completion_tokens or cost_usd has it.",
    }),
  ];
}
