import { type Cell, dotRows, formatNumber, html, markerLegend, paragraph, type Section, table } from "@memop/report";
import { failurePatterns } from "../../study/failures/failure-patterns.ts";
import { type PatternRate, type PatternRates, patternRates } from "../../study/failures/pattern-rates.ts";
import { countFailures, labelFailures, listFailures } from "../../study/failures/read-failures.ts";
import type { ReportSource } from "../report-source.ts";

/** Most failures that are read for a report. */
const mostFailures = 400;

/** The failure patterns that a report shows. */
export interface FailuresOfReport {
  /** Failed rollouts in the workspace, and how many of them were read. */
  readonly failures: number;
  readonly read: number;
  readonly patterns: readonly PatternRates[];
}

/** Reads and labels the failures of a workspace, at most 400 of them; null when nothing failed. */
export async function failuresOfReport({ database }: ReportSource): Promise<FailuresOfReport | null> {
  const failures = await countFailures(database);
  if (failures === 0) return null;
  const sample = await listFailures(database, mostFailures);
  const labelled = [];
  for await (const each of labelFailures(database, sample)) labelled.push(each);
  return { failures, read: labelled.length, patterns: patternRates(labelled) };
}

/** Where runs fail, by the seven patterns of the paper, without memory and with it. Null when nothing failed. */
export async function failuresSection(source: ReportSource): Promise<Section | null> {
  const found = await source.failures();
  if (found === null) return null;
  const { failures, read, patterns } = found;
  const rules = new Map<string, string>(failurePatterns.map(({ name, rule }) => [name, rule]));
  const arms = [
    { name: "without memory", rates: patterns.map(({ without }) => without) },
    { name: "with memory", rates: patterns.map(({ having }) => having) },
  ].filter(({ rates }) => rates.some(({ rate }) => rate !== null));
  return {
    id: "failures",
    title: "Where runs fail",
    lead: `The seven patterns of the paper, found by rules in ${read === failures ? `all ${failures}` : `${read} of ${failures}`} healthy runs that resolved nothing. A run may have several; unlabelled are those of which no rule speaks.`,
    body: [
      markerLegend(
        arms.map(({ name }) => name),
        1,
      ),
      dotRows({
        id: "failure-figure",
        title: "Share of failed runs with each pattern",
        description: patterns
          .map(
            ({ pattern, without, having }) =>
              `${pattern}: ${rateText(without)} without memory, ${rateText(having)} with`,
          )
          .join("; "),
        labels: patterns.map(({ pattern }) => pattern),
        series: arms.map(({ name, rates }) => ({ name, values: rates.map(({ rate }) => rate) })),
        axis: "percent of the failed runs of which the rule can tell",
        width: 640,
      }),
      table({
        caption: "Failure patterns",
        columns: [
          { label: "Pattern" },
          { label: "Without memory, %" },
          { label: "of" },
          { label: "With memory, %" },
          { label: "of" },
          { label: "Rule", align: "start" },
        ],
        rows: patterns.map(({ pattern, without, having }) => ({
          cells: [
            pattern,
            rateCell(without),
            without.failures,
            rateCell(having),
            having.failures,
            rules.get(pattern) ?? "no rule speaks",
          ],
        })),
        note: "In brackets: 95 % Wilson interval. Rules are no substitute for reading: memop study failures measures how far they agree with people.",
      }),
      ...(read === failures ? [] : [paragraph("The runs were taken in the order of their ids, which are hashes.")]),
    ],
  };
}

function rateCell({ rate, lower, upper }: PatternRate): Cell {
  if (rate === null) return "–";
  return html`${formatNumber(rate, 1)}<span class="interval">[${formatNumber(lower, 1)}, ${formatNumber(upper, 1)}]</span>`;
}

function rateText({ rate }: PatternRate): string {
  return rate === null ? "unknown" : `${rate.toFixed(1)} %`;
}
