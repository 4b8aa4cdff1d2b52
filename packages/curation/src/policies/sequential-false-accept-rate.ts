import type { Random } from "@memop/core";
import { composite } from "../deltas.ts";
import { pairedDifferences } from "../paired-differences.ts";
import { bettingEProcess } from "../statistics/sequential/betting-e-process.ts";
import type { PolicySettings, ShuffledTask } from "./policy.ts";

const shuffles = 500;

/**
 * How often `sequential` accepts when the sign of every pair is a coin's: 500 seeded shuffles of the pairs' rewards. A memory of
 * one task has its first run with memory paired with its first without, and so on. Source: docs/papers.md#sign-flip.
 */
export function sequentialFalseAcceptRate(
  tasks: readonly ShuffledTask[],
  { smallestEffect, alpha }: PolicySettings,
  random: Random,
): number | null {
  if (tasks.length === 0) return null;
  const runs = tasks.length === 1 ? tasks[0]?.runs : null;
  const pairs = runs ? pairedDifferences(runs) : tasks.map(({ values }) => composite(values).reward ?? 0);
  const rewards = pairs.map((reward) => reward / 100);
  const outcomes = new Float64Array(rewards.length);
  let accepted = 0;
  for (let shuffle = 0; shuffle < shuffles; shuffle += 1) {
    for (const [at, reward] of rewards.entries()) outcomes[at] = random.next() < 0.5 ? -reward : reward;
    const gain = bettingEProcess(outcomes, { smallestEffect: smallestEffect / 100, alpha });
    if (gain.crossedAt === null) continue;
    // A harm found first ends the test.
    const before = outcomes.slice(0, gain.crossedAt).map((outcome) => -outcome);
    if (bettingEProcess(before, { smallestEffect: smallestEffect / 100, alpha }).crossedAt === null) accepted += 1;
  }
  return accepted / shuffles;
}
