import type { Row } from "@memop/core";
import { deltaText, numberText } from "../percent-text.ts";
import type { PublishedFigures } from "../published-figures.ts";
import { metricLabels } from "../report-pages/comparison/metric-labels.ts";
import { textTable } from "../text-table.ts";

/** The papers' own figures that belong to an axis, as rows of a table, with their source; null when there are none. */
export interface PublishedRows {
  readonly source: string;
  readonly rows: readonly Row[];
}

/** What the papers report along an axis. */
export function publishedRows(axis: string, figures: PublishedFigures): PublishedRows | null {
  const { memoryModels, structures, systems } = figures;
  switch (axis) {
    case "memory-model":
    case "stage":
    case "agent":
    case "regime":
      return {
        source: memoryModels.source,
        rows: memoryModels.rows.map(({ deltas, ...labels }) => ({ ...labels, ...metricCells(deltas, deltaText) })),
      };
    case "structure": {
      const [baseline] = structures.rows;
      return {
        source: structures.source,
        rows: structures.rows.map(({ structure, values }) => ({
          structure: structure ?? "(baseline)",
          ...(structure === null
            ? metricCells(values, numberText)
            : metricCells(differences(values, baseline?.values ?? {}), deltaText)),
        })),
      };
    }
    case "granularity":
      return {
        source: figures.figures.source,
        rows: figures.figures.granularity.map(({ granularity, sr, overhead_percent, factor }) => ({
          granularity,
          SR: deltaText(sr),
          "time %": overhead_percent === null ? "–" : deltaText(overhead_percent),
          "time ×": factor,
        })),
      };
    case "repository": {
      const { repositories } = figures.figures;
      return {
        source: figures.figures.source,
        rows: [
          {
            agent: repositories.agent,
            memory_model: repositories.memory_model,
            repositories: repositories.repositories,
            degraded: `${repositories.degraded} of ${repositories.comparisons}`,
            "largest gain of SR": deltaText(repositories.largest_gain.sr),
            "of LA": deltaText(repositories.largest_gain.la),
          },
        ],
      };
    }
    case "model":
    case "demonstrations":
    case "insights":
      return { source: systems.source, rows: systems.rows.map((row) => ({ ...row })) };
    default:
      return null;
  }
}

/** Published rows as text with their source. */
export function publishedText(axis: string, published: PublishedRows | null): string {
  if (published === null) return `\nthe papers report nothing by ${axis}\n`;
  return `\npublished: ${published.source}\n${textTable(published.rows)}`;
}

type Values = Readonly<Partial<Record<string, number>>>;

function metricCells(values: Values, format: (value: number) => string): Row {
  const known = metricLabels.filter(({ name }) => values[name] !== undefined);
  return Object.fromEntries(known.map(({ name, text }) => [text, format(values[name] as number)]));
}

function differences(values: Values, baseline: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, (value ?? 0) - (baseline[name] ?? 0)]),
  );
}
