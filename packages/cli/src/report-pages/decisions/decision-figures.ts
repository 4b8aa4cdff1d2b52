import type { Database, Row } from "@memop/core";
import {
  type CountRow,
  countBars,
  type ForestRow,
  forestPlot,
  heading,
  type Markup,
  paragraph,
  smallMultiples,
} from "@memop/report";
import { metricLabels } from "../comparison/metric-labels.ts";

/** Most candidates that a forest plot shows, and most reasons of one verdict that the funnel shows. */
const mostRows = 15;
const mostReasons = 5;

const verdictWords: Readonly<Record<string, string>> = { accept: "accepted", reject: "rejected" };

/** Two-sided 95 % quantile of the normal distribution, for intervals of r from its standard error. */
const quantile = 1.96;

/** Candidates by verdict, each verdict with its most frequent reasons, and what hygiene held back. */
export async function verdictFunnel(database: Database): Promise<Markup> {
  const [total] = await database.all(`SELECT count(*) AS candidates,
    count(*) FILTER (pairs_used = 0 AND candidate_kind <> 'trajectory') AS without_pair FROM decisions`);
  const verdicts =
    await database.all(`SELECT verdict, count(*) AS candidates, count(*) FILTER (hygiene = 'drop') AS dropped
    FROM decisions GROUP BY 1 ORDER BY CASE verdict WHEN 'accept' THEN 0 WHEN 'undecided' THEN 1 ELSE 2 END`);
  const reasons = await database.all(reasonsSql);
  const rows: CountRow[] = [{ label: "candidates", count: Number(total?.candidates), note: withoutPairNote(total) }];
  for (const { verdict, candidates, dropped } of verdicts) {
    const tone = toneOf(verdict as string);
    const held = Number(dropped);
    rows.push({
      label: verdictWords[verdict as string] ?? String(verdict),
      count: Number(candidates),
      hatched: held,
      tone,
      depth: 1,
      ...(held > 0 ? { note: `${held} held back by hygiene (hatched)` } : {}),
    });
    const own = reasons.filter((row) => row.verdict === verdict);
    for (const row of own.slice(0, mostReasons)) {
      rows.push({ label: row.reason as string, count: Number(row.candidates), tone, depth: 2 });
    }
  }
  return countBars({
    id: "verdict-funnel",
    title: "Candidates by verdict and reason",
    description: rows.map(({ label, count, note }) => `${label}: ${count}${note ? ` (${note})` : ""}`).join("; "),
    rows,
  });
}

/** SQL: candidates by verdict and reason, without the reason's figures; hygiene's reasons too. A candidate may have several. */
export const reasonsSql = `
  SELECT verdict, reason, count(DISTINCT candidate_id) AS candidates FROM (
    SELECT candidate_id, verdict, regexp_extract(unnest(reasons), '^[A-Za-z-]+(:[A-Za-z_][A-Za-z0-9_-]*)?') AS reason FROM decisions
    UNION ALL
    SELECT candidate_id, verdict, 'hygiene:' || unnest(hygiene_reasons) AS reason FROM decisions WHERE hygiene = 'drop')
  GROUP BY 1, 2 ORDER BY 1, 3 DESC, 2`;

/** Forest plots of r and of each metric's delta, for the candidates that changed most; empty when no delta is known. */
export async function deltaForests(database: Database): Promise<Markup[]> {
  const [count] = await database.all("SELECT count(*) AS n FROM decisions WHERE reward IS NOT NULL");
  const rows =
    await database.all(`SELECT candidate_id, memory_id, condition, verdict, reward, reward_se, deltas FROM decisions
    WHERE reward IS NOT NULL ORDER BY abs(reward) DESC, candidate_id LIMIT ${mostRows}`);
  if (rows.length === 0) return [];
  const total = Number(count?.n);
  const sorted = rows.toSorted((a, b) => Number(b.reward) - Number(a.reward));
  const panels = metricLabels.map(({ name, text, markup }) => ({
    title: markup,
    drawing: forest(
      `forest-${name.replaceAll("_", "-")}`,
      text,
      sorted.flatMap((row) => metricRow(row, name)),
    ),
  }));
  return [
    heading("What each memory changed"),
    paragraph(
      `${total > rows.length ? `The ${rows.length} of ${total} candidates with the largest |r|; the table below has the others.` : `All ${total} candidates with a reward.`} Squares are means in percent points with 95 % intervals (of r: 1.96 standard errors to both sides); a filled square's interval leaves 0 out. An arrow: the interval goes on. No interval: too few pairs.`,
    ),
    forestPlot({
      id: "forest-reward",
      title: "r of each candidate",
      description: describe(sorted.map(rewardRow)),
      axis: "r, percent points",
      width: 760,
      labelLength: 40,
      rows: sorted.map(rewardRow),
    }),
    smallMultiples(panels.filter(({ drawing }) => drawing !== null) as { title: Markup; drawing: Markup }[]),
  ];
}

function forest(id: string, text: string, rows: readonly ForestRow[]): Markup | null {
  if (rows.length === 0) return null;
  return forestPlot({
    id,
    title: `Δ ${text} of each candidate`,
    description: describe(rows),
    axis: "percent points",
    rows,
  });
}

function rewardRow(row: Row): ForestRow {
  const [mean, se] = [Number(row.reward), row.reward_se as number | null];
  const half = se === null ? null : quantile * se;
  return {
    label: nameOf(row),
    mean,
    lower: half === null ? null : mean - half,
    upper: half === null ? null : mean + half,
    note: row.verdict as string,
  };
}

function metricRow(row: Row, metric: string): ForestRow[] {
  const deltas = row.deltas as Record<
    string,
    { mean: number | null; lower: number | null; upper: number | null } | null
  >;
  const delta = deltas?.[metric] ?? null;
  if (delta === null || delta.mean === null) return [];
  return [{ label: nameOf(row), mean: delta.mean, lower: delta.lower, upper: delta.upper }];
}

function nameOf(row: Row): string {
  return String(row.memory_id ?? row.condition ?? row.candidate_id);
}

function describe(rows: readonly ForestRow[]): string {
  return rows
    .map(({ label, mean, lower, upper }) => {
      const interval = lower === null || upper === null ? "" : ` [${lower.toFixed(1)}, ${upper.toFixed(1)}]`;
      return `${label} ${mean.toFixed(1)}${interval}`;
    })
    .join("; ");
}

function withoutPairNote(total: Row | undefined): string {
  const without = Number(total?.without_pair ?? 0);
  return without === 0 ? "" : `${without} without a usable pair`;
}

function toneOf(verdict: string): "good" | "bad" | "neutral" {
  return verdict === "accept" ? "good" : verdict === "reject" ? "bad" : "neutral";
}
