import { wilsonInterval } from "@memop/curation";
import { failurePatterns, unlabelled } from "./failure-patterns.ts";
import type { LabelledFailure } from "./read-failures.ts";

/** How often a pattern was found among failures of which its rule can tell. */
export interface PatternRate {
  readonly failures: number;
  readonly found: number;
  /** Percent with a two-sided 95 % Wilson interval; null without failures. */
  readonly rate: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

/** A pattern in both arms. A failure may have several patterns; `unlabelled` ones have none. */
export interface PatternRates {
  readonly pattern: string;
  readonly without: PatternRate;
  readonly having: PatternRate;
}

/** Rates of the seven patterns and of unlabelled failures, without memory (`baseline`) and with it. */
export function patternRates(failures: readonly LabelledFailure[], baseline = "none"): readonly PatternRates[] {
  const arms = {
    without: failures.filter(({ condition }) => condition === baseline),
    having: failures.filter(({ condition }) => condition !== baseline),
  };
  const names = [...failurePatterns.map(({ name }) => name), unlabelled];
  return names.map((pattern) => ({
    pattern,
    without: rateOf(arms.without, pattern),
    having: rateOf(arms.having, pattern),
  }));
}

function rateOf(failures: readonly LabelledFailure[], pattern: string): PatternRate {
  const told = failures.map(({ labels }) =>
    pattern === unlabelled ? !Object.values(labels).includes(true) : (labels[pattern] ?? null),
  );
  const known = told.filter((label) => label !== null);
  const found = known.filter(Boolean).length;
  if (known.length === 0) return { failures: 0, found: 0, rate: null, lower: null, upper: null };
  const { lower, upper } = wilsonInterval(found, known.length);
  return {
    failures: known.length,
    found,
    rate: (100 * found) / known.length,
    lower: 100 * lower,
    upper: 100 * upper,
  };
}
