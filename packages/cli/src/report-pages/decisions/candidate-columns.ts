import type { Row } from "@memop/core";
import { metricNames } from "@memop/metrics";
import { type Cell, type Column, formatNumber, html } from "@memop/report";

/** A column of the table of candidates: its head and what it shows of a row of `decisions`. */
export interface CandidateColumn extends Column {
  cell(row: Row): Cell;
}

/** Success rates as `decisions` holds them, in percent. */
interface Success {
  readonly with_rate: number;
  readonly without_rate: number;
  readonly difference: number;
  readonly lower: number;
  readonly upper: number;
  readonly gained: number;
  readonly lost: number;
  readonly mcnemar_p: number;
}

/** The columns that say something of these rows; one that is null everywhere is left out. */
export function candidateColumns(rows: readonly Row[]): readonly CandidateColumn[] {
  return [...always, ...measured.filter(({ name }) => rows.some((row) => (row[name] ?? null) !== null)), ...last];
}

/** A verdict as a badge. */
export function verdictBadge(verdict: string): Cell {
  const tone = verdict === "accept" ? "good" : verdict === "reject" ? "bad" : "neutral";
  return { badge: verdict, tone };
}

const always: readonly CandidateColumn[] = [
  { label: "Candidate", cell: (row) => html`${row.candidate_kind as string} <code>${nameOf(row)}</code>` },
  { label: "Verdict", align: "start", cell: (row) => verdictBadge(row.verdict as string) },
  {
    label: "r",
    title: "mean of the metric differences, percent points",
    cell: (row) => ({ delta: row.reward as number | null }),
  },
  { label: "± s.e.", title: "standard error of r", cell: number("reward_se") },
  {
    label: "Pairs",
    title: "used / possible",
    cell: (row) => (row.pairs_used === null ? "–" : unbroken(`${row.pairs_used} / ${row.pairs_possible ?? "?"}`)),
  },
];

const measured: readonly (CandidateColumn & { readonly name: string })[] = [
  { name: "reward_lower", label: "lower", title: "one-sided lower bound of r", cell: number("reward_lower") },
  {
    name: "reward_shrunken",
    label: "shrunken",
    title: "r drawn towards 0 by its uncertainty (empirical Bayes)",
    cell: number("reward_shrunken"),
  },
  { name: "p_value", label: "p", title: "one-sided p-value of r", cell: number("p_value", 3) },
  { name: "q_value", label: "q", title: "p, adjusted by Benjamini-Hochberg", cell: number("q_value", 3) },
  { name: "e_value", label: "e", title: "evidence against r ≤ 0; 20 is significant at 5 %", cell: number("e_value") },
  { name: "e_q_value", label: "q(e)", title: "the same adjustment from e (e-BH)", cell: number("e_q_value", 3) },
  { name: "success", label: "SR without → with", cell: successRates },
  {
    name: "success",
    label: html`Δ SR`,
    title: "difference of the success rates with Newcombe's paired 95 % interval",
    cell: (row) => {
      const success = row.success as Success | null;
      if (success === null) return { delta: null };
      return { delta: success.difference, lower: success.lower, upper: success.upper, digits: 1 };
    },
  },
  {
    name: "success",
    label: "gained / lost",
    title: "tasks of which the success rate rose / fell; McNemar's mid-p",
    cell: (row) => {
      const success = row.success as Success | null;
      if (success === null) return "–";
      return unbroken(`${success.gained} / ${success.lost}, p = ${formatNumber(success.mcnemar_p, 3)}`);
    },
  },
  {
    name: "more_pairs_needed",
    label: "more pairs",
    title: "further pairs that the policy asks for",
    cell: number("more_pairs_needed", 0),
  },
];

const last: readonly CandidateColumn[] = [
  { label: "Drops", title: "metrics with a negative difference", cell: drops },
  { label: "Why", align: "start", cell: why },
];

function number(name: string, digits = 2): (row: Row) => Cell {
  return (row) => ({ value: (row[name] ?? null) as number | null, digits });
}

function successRates(row: Row): Cell {
  const success = row.success as Success | null;
  if (success === null) return "–";
  return unbroken(`${formatNumber(success.without_rate, 1)} → ${formatNumber(success.with_rate, 1)}`);
}

function unbroken(text: string): Cell {
  return html`<span class="nowrap">${text}</span>`;
}

function drops(row: Row): Cell {
  const deltas = row.deltas as Readonly<Record<string, { readonly mean: number | null } | null>> | null;
  return deltas === null ? "–" : metricNames.filter((name) => (deltas[name]?.mean ?? 0) < 0).length;
}

function why(row: Row): Cell {
  const hygiene = row.hygiene === "drop" ? ((row.hygiene_reasons as string[] | null) ?? ["hygiene"]) : [];
  const reasons = (row.reasons as string[] | null) ?? [];
  return [...reasons, ...hygiene.map((reason) => `hygiene: ${reason}`)].join("; ");
}

function nameOf(row: Row): string {
  return String(row.memory_id ?? row.trajectory_id ?? row.condition ?? row.candidate_id);
}
