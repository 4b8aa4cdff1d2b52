import {
  bettingEProcess,
  capOf,
  composite,
  confident,
  measureRuns,
  measureTasks,
  memopStrict,
  type PolicySettings,
  sequential,
  type Verdict,
} from "@memop/curation";
import { mapMetrics } from "@memop/metrics";
import type { SimulatedTask } from "./simulated-tasks.ts";

/** A policy with the size of the comparison that it is tried on. */
export interface MeasuredPolicy {
  readonly name: string;
  readonly policy: string;
  readonly tasks: number;
  readonly runs: number;
  /** Verdict, and the pairs that it took. */
  decide(tasks: readonly SimulatedTask[], seed: number): { readonly verdict: Verdict; readonly used: number };
}

const settings: PolicySettings = {
  nullMetrics: "available",
  alpha: 0.05,
  power: 0.8,
  smallestEffect: 3,
  margins: mapMetrics(() => 10),
  draws: 1000,
};
const optionsOf = (seed: number) => ({ seed, name: "bench", alpha: settings.alpha, draws: settings.draws });

/** What the bench tries. */
export const measuredPolicies: readonly MeasuredPolicy[] = [
  strict(1, 1),
  strict(1, 5),
  strict(100, 1),
  compositeBoundOn(50),
  confidentOn(50, 1),
  confidentOn(100, 1),
  confidentOn(400, 1),
  confidentOnRuns(3),
  confidentOnRuns(10),
  sequentialUpToItsCap(),
  bettingUpTo(100),
];

function strict(tasks: number, runs: number): MeasuredPolicy {
  return {
    name: `memop-strict, ${tasks} pairs of ${runs} runs`,
    policy: "memop-strict",
    tasks,
    runs,
    decide: (simulated, seed) => ({
      verdict: memopStrict.decide(measureTasks(simulated, { ...optionsOf(seed), draws: 2 }), settings).verdict,
      used: tasks,
    }),
  };
}

/** No policy of ours: accepts when the one-sided 95 % lower bound of r is above 0, whatever single metrics do. */
function compositeBoundOn(tasks: number): MeasuredPolicy {
  return {
    name: `composite lower bound, ${tasks} pairs`,
    policy: "composite-bound",
    tasks,
    runs: 1,
    decide(simulated, seed) {
      const { rewardSpread } = measureTasks(simulated, optionsOf(seed));
      const [lower, upper] = [rewardSpread?.lowerBound ?? 0, rewardSpread?.upperBound ?? 0];
      return { verdict: lower > 0 ? "accept" : upper < 0 ? "reject" : "undecided", used: tasks };
    },
  };
}

/** The bet of `sequential` with a fixed cap and no rule of futility: accepts once wealth reaches 1/α. */
function bettingUpTo(cap: number): MeasuredPolicy {
  return {
    name: `betting, cap ${cap}`,
    policy: "betting-cap",
    tasks: cap,
    runs: 1,
    decide(simulated) {
      const outcomes = simulated.map(({ values }) => (composite(values).reward ?? 0) / 100);
      const bet = { smallestEffect: settings.smallestEffect / 100, alpha: settings.alpha };
      const gain = bettingEProcess(outcomes, bet).crossedAt;
      const harm = bettingEProcess(
        outcomes.map((value) => -value),
        bet,
      ).crossedAt;
      if (gain !== null && gain < (harm ?? Number.POSITIVE_INFINITY)) return { verdict: "accept", used: gain };
      return harm === null ? { verdict: "undecided", used: cap } : { verdict: "reject", used: harm };
    },
  };
}

function confidentOn(tasks: number, runs: number): MeasuredPolicy {
  return {
    name: `confident, ${tasks} pairs`,
    policy: "confident",
    tasks,
    runs,
    decide: (simulated, seed) => ({
      verdict: confident.decide(measureTasks(simulated, optionsOf(seed)), settings).verdict,
      used: tasks,
    }),
  };
}

function confidentOnRuns(runs: number): MeasuredPolicy {
  return {
    name: `confident, one task of ${runs} + ${runs} runs`,
    policy: "confident",
    tasks: 1,
    runs,
    decide([task], seed) {
      const measured = measureRuns(task?.runs ?? { having: [], without: [] }, optionsOf(seed), null);
      return { verdict: confident.decide(measured, settings).verdict, used: runs };
    },
  };
}

/** Pairs come one by one until a verdict; at most 3,000. */
function sequentialUpToItsCap(): MeasuredPolicy {
  return {
    name: "sequential, until decided",
    policy: "sequential",
    tasks: 3000,
    runs: 1,
    decide(simulated, seed) {
      const whole = measureTasks(simulated, { ...optionsOf(seed), draws: 2 });
      for (let used = 10; used < simulated.length; used += 10) {
        const evidence = { ...whole, sequence: whole.sequence.slice(0, used) };
        const { verdict } = sequential.decide(evidence, settings);
        if (verdict !== "undecided") return { verdict, used };
        // Nothing happens between here and the cap that looking at every tenth pair would not see.
        if (used > capOf(evidence.sequence, settings)) break;
      }
      return { verdict: "undecided", used: simulated.length };
    },
  };
}
