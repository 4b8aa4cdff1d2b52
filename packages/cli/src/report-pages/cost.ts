import type { Row } from "@memop/core";
import { type Cell, formatNumber, type Section, type TableRow, table } from "@memop/report";
import { armsSql, pairsSql } from "./arms.ts";
import type { ReportSource } from "./report-source.ts";

const measures = [
  { name: "cost_usd", label: "Cost (USD)", digits: 3 },
  { name: "prompt_tokens", label: "Prompt tokens", digits: 0 },
  { name: "completion_tokens", label: "Completion tokens", digits: 0 },
  { name: "turns", label: "Turns", digits: 1 },
  { name: "seconds", label: "Seconds", digits: 0 },
] as const;

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
    title: "Cost",
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
    ],
  };
}

function relativeChange(row: Row, name: string): Cell {
  const base = row[`${name}_base`] as number | null;
  const memory = row[`${name}_memory`] as number | null;
  if (base === null || memory === null || base === 0) return { delta: null };
  return { delta: (100 * (memory - base)) / base, digits: 1, unit: "%", isHigherBetter: false };
}
