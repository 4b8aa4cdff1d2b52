import type { CurateResult, ResolvedCurateOptions } from "./curate-options.ts";
import type { Decisions } from "./decide-candidates.ts";

/** Sums up decisions as `memop curate --json` prints them. */
export function curateResult(
  { rows, noiseFloor, margins }: Decisions,
  { policy, by, alpha }: ResolvedCurateOptions,
): CurateResult {
  const count = (verdict: string): number => rows.filter((row) => row.verdict === verdict).length;
  const discovered = (column: string): number =>
    rows.filter((row) => row[column] !== undefined && row[column] !== null && (row[column] as number) <= alpha).length;
  const total = (column: string): number => rows.reduce((sum, row) => sum + (row[column] as number), 0);
  const rates = rows.map((row) => (row.false_accept_rate ?? null) as number | null).filter((rate) => rate !== null);
  const excluded = new Map<string, number>();
  for (const reason of rows.flatMap((row) => row.reasons as string[])) {
    const [, code, pairs] = /^excluded:(.*):(\d+)$/.exec(reason) ?? [];
    if (code !== undefined) excluded.set(code, (excluded.get(code) ?? 0) + Number(pairs));
  }
  return {
    policy,
    by,
    accepted: count("accept"),
    rejected: count("reject"),
    undecided: count("undecided"),
    falseAcceptRate: rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate, 0) / rates.length,
    pairsUsed: total("pairs_used"),
    pairsPossible: total("pairs_possible"),
    noiseFloor,
    margins,
    discoveries: { benjaminiHochberg: discovered("q_value"), eBenjaminiHochberg: discovered("e_q_value") },
    excluded: Object.fromEntries([...excluded].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
