import type { Random } from "@memop/core";
import { arrangements } from "./arrangements.ts";

/** Up to so many arrangements are gone through one by one. */
const mostExact = 5_000;

/** Differences closer than this, in percent points, are the same. */
const tie = 1e-9;

/** Values of repeated runs of one task in both arms, in percent. */
export interface TwoSamples {
  readonly having: readonly number[];
  readonly without: readonly number[];
}

/** The two-sample permutation test against every shift at once. Shifts are in percent points. */
export interface TwoSampleShifts {
  /** One-sided p-value of "the runs with memory are at most `shift` above those without". */
  pValue(shift: number): number;
  /** One-sided lower bound of the shift at `alpha`: the supremum of what the test refutes; null when it can refute nothing. */
  lower(alpha: number): number | null;
  /** One-sided upper bound, mirrored. */
  upper(alpha: number): number | null;
}

/**
 * Permutation test and its inversion. An arrangement that exchanges k runs of each arm reaches the observed difference under a
 * shift θ iff θ is at least (mean of the k leaving − mean of the k coming); so those thresholds, sorted, give every p-value
 * and both bounds. Null when an arm is empty. Source: docs/papers.md#two-sample-permutation.
 */
export function twoSampleShifts(
  { having, without }: TwoSamples,
  { random, draws = 10_000 }: { readonly random: Random; readonly draws?: number },
): TwoSampleShifts | null {
  if (having.length === 0 || without.length === 0) return null;
  const isExact = arrangements(having.length, without.length) <= mostExact;
  const thresholds = isExact ? allThresholds(having, without) : drawnThresholds(having, without, random, draws);
  thresholds.sort();
  const all = thresholds.length + 1;
  const allowed = (alpha: number): number => Math.floor(alpha * all + 1e-9);
  return {
    pValue(shift) {
      let reached = 1;
      while (reached < all && (thresholds[reached - 1] as number) <= shift + tie) reached += 1;
      return reached / all;
    },
    lower(alpha) {
      const place = allowed(alpha);
      return place < 1 || place > thresholds.length ? null : (thresholds[place - 1] as number);
    },
    upper(alpha) {
      const place = allowed(alpha);
      return place < 1 || place > thresholds.length ? null : (thresholds[thresholds.length - place] as number);
    },
  };
}

/** Thresholds of all arrangements but the observed one. */
function allThresholds(having: readonly number[], without: readonly number[]): Float64Array {
  const found: number[] = [];
  const pooled = [...having, ...without];
  const total = having.reduce((sum, value) => sum + value, 0);
  const visit = (from: number, left: number, sum: number, exchanged: number): void => {
    if (left === 0) {
      if (exchanged > 0) found.push((total - sum) / exchanged);
      return;
    }
    for (let at = from; at <= pooled.length - left; at += 1) {
      visit(at + 1, left - 1, sum + (pooled[at] as number), exchanged + (at < having.length ? 0 : 1));
    }
  };
  visit(0, having.length, 0, 0);
  return Float64Array.from(found);
}

/** Thresholds of random arrangements; one that exchanges nothing reaches every shift. */
function drawnThresholds(
  having: readonly number[],
  without: readonly number[],
  random: Random,
  draws: number,
): Float64Array {
  const pooled = Float64Array.from([...having, ...without]);
  const order = Uint32Array.from(pooled.keys());
  const total = having.reduce((sum, value) => sum + value, 0);
  const thresholds = new Float64Array(draws);
  for (let draw = 0; draw < draws; draw += 1) {
    let sum = 0;
    let exchanged = 0;
    for (let at = 0; at < having.length; at += 1) {
      const pick = at + random.integer(order.length - at);
      const chosen = order[pick] as number;
      order[pick] = order[at] as number;
      order[at] = chosen;
      sum += pooled[chosen] as number;
      if (chosen >= having.length) exchanged += 1;
    }
    thresholds[draw] = exchanged === 0 ? Number.NEGATIVE_INFINITY : (total - sum) / exchanged;
  }
  return thresholds;
}
