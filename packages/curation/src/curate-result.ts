import { countReasons, type Row } from "@memop/core";
import type { CurateResult, HygieneSummary, ResolvedCurateOptions } from "./curate-options.ts";
import type { Decisions } from "./decide-candidates.ts";
import type { SelectionYield } from "./trajectories/selection.ts";

/** What a curation ends with. */
export interface CurationOutcome {
  readonly decisions: Decisions;
  readonly setChecks: readonly Row[];
  readonly selection: SelectionYield | null;
  /** Scored runs kept out of both arms, by reason; null when not checked. */
  readonly runsExcluded: Readonly<Record<string, number>> | null;
}

/** Sums up decisions as `memop curate --json` prints them. */
export function curateResult(
  { decisions, setChecks, selection, runsExcluded }: CurationOutcome,
  { policy, by, alpha }: ResolvedCurateOptions,
): Omit<CurateResult, "stale"> {
  const { rows, noiseFloor, margins } = decisions;
  const count = (verdict: string): number => rows.filter((row) => row.verdict === verdict).length;
  const clean = (verdict: string): number | null =>
    runsExcluded === null ? null : rows.filter((row) => row.verdict === verdict && row.hygiene !== "drop").length;
  const discovered = (column: string): number =>
    rows.filter((row) => row[column] !== undefined && row[column] !== null && (row[column] as number) <= alpha).length;
  const total = (column: string): number => rows.reduce((sum, row) => sum + (row[column] as number), 0);
  const rates = rows.map((row) => (row.false_accept_rate ?? null) as number | null).filter((rate) => rate !== null);
  return {
    policy,
    by,
    accepted: count("accept"),
    rejected: count("reject"),
    undecided: count("undecided"),
    acceptedClean: clean("accept"),
    rejectedClean: clean("reject"),
    falseAcceptRate: rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate, 0) / rates.length,
    pairsUsed: total("pairs_used"),
    pairsPossible: total("pairs_possible"),
    hygiene: runsExcluded === null ? null : hygieneSummary(rows, runsExcluded),
    set: countReasons(setChecks.map((row) => ({ reason: row.kind as string }))),
    selection,
    noiseFloor,
    margins,
    discoveries: { benjaminiHochberg: discovered("q_value"), eBenjaminiHochberg: discovered("e_q_value") },
    excluded: excludedPairs(rows),
  };
}

function hygieneSummary(rows: readonly Row[], runsExcluded: Readonly<Record<string, number>>): HygieneSummary {
  const count = (hygiene: string): number => rows.filter((row) => row.hygiene === hygiene).length;
  const reasons = rows.flatMap((row) => ((row.hygiene_reasons ?? []) as string[]).map((reason) => ({ reason })));
  const [kept, dropped] = [count("keep"), count("drop")];
  return { checked: kept + dropped, kept, dropped, byReason: countReasons(reasons), runsExcluded };
}

function excludedPairs(rows: readonly Row[]): Record<string, number> {
  const excluded = new Map<string, number>();
  for (const reason of rows.flatMap((row) => row.reasons as string[])) {
    const [, code, pairs] = /^excluded:(.*):(\d+)$/.exec(reason) ?? [];
    if (code !== undefined) excluded.set(code, (excluded.get(code) ?? 0) + Number(pairs));
  }
  return Object.fromEntries([...excluded].sort(([a], [b]) => (a < b ? -1 : 1)));
}
