import { metricNames } from "@memop/metrics";
import { bettingEProcess } from "../statistics/sequential/betting-e-process.ts";
import { sequentialCap } from "../statistics/sequential/sequential-cap.ts";
import { inPoints } from "./in-points.ts";
import type { Policy, PolicySettings } from "./policy.ts";
import { sequentialFalseAcceptRate } from "./sequential-false-accept-rate.ts";
import { undefinedVerdict } from "./undefined-verdict.ts";

/** First guess of the standard deviation of a pair's reward, in percent points, worth ten pairs. */
const guess = { deviation: 25, weight: 10 };

/**
 * May be asked again after every pair: a betting process on the reward of the pairs, and its mirror image.
 *
 * Accept once wealth reaches 1/α, reject for harm once the mirrored wealth does, reject as futile at the cap, which follows
 * from the smallest effect of interest, the spread of the pairs, α and the power. Else `undecided` with the pairs left to the
 * cap. Valid at any stopping time. Source: docs/papers.md#betting-e-process.
 */
export const sequential: Policy = {
  name: "sequential",
  title: "bets on the reward pair by pair; accepts at 1/α, and may stop at any time",
  decide({ deltas, sequence }, settings) {
    const missing = undefinedVerdict(deltas, settings);
    if (missing !== null) return missing;
    const [gain, harm] = [bets(sequence, 1, settings), bets(sequence, -1, settings)];
    const [gainAt, harmAt] = [gain.crossedAt ?? Number.POSITIVE_INFINITY, harm.crossedAt ?? Number.POSITIVE_INFINITY];
    if (gainAt < harmAt) return { verdict: "accept", reasons: [] };
    const mean = sequence.reduce((sum, value) => sum + value, 0) / sequence.length;
    if (harmAt < gainAt) return { verdict: "reject", reasons: [`harm:composite:${inPoints(mean)}`] };
    const cap = capOf(sequence, settings);
    if (sequence.length < cap) {
      const reason = `e-value-below:${inPoints(gain.eValue)}:${inPoints(1 / settings.alpha)}`;
      return { verdict: "undecided", reasons: [reason], morePairsNeeded: cap - sequence.length };
    }
    const isRedundant = metricNames.every((metric) => (deltas[metric] ?? 0) === 0);
    return { verdict: "reject", reasons: [...(isRedundant ? ["redundant"] : []), `futility:cap:${cap}`] };
  },
  falseAcceptRate: sequentialFalseAcceptRate,
};

/** The most pairs that `sequential` asks for, given the pairs so far. */
export function capOf(sequence: readonly number[], settings: PolicySettings): number {
  const mean = sequence.reduce((sum, value) => sum + value, 0) / Math.max(1, sequence.length);
  const squares = sequence.reduce((sum, value) => sum + (value - mean) ** 2, guess.weight * guess.deviation ** 2);
  const deviation = Math.sqrt(squares / (guess.weight + sequence.length));
  return sequentialCap({ effect: settings.smallestEffect, deviation, alpha: settings.alpha, power: settings.power });
}

function bets(sequence: readonly number[], sign: number, { smallestEffect, alpha }: PolicySettings) {
  const outcomes = sequence.map((value) => (sign * value) / 100);
  return bettingEProcess(outcomes, { smallestEffect: smallestEffect / 100, alpha });
}
