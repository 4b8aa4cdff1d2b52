import { createRandom, type Random } from "@memop/core";
import { type MetricName, type MetricValues, mapMetrics } from "@memop/metrics";
import type { TaskDelta } from "./deltas.ts";
import type { RepeatedBaseline } from "./pairing/pair-arms.ts";
import type { PolicySettings } from "./policies/policy.ts";
import { policies } from "./policies/registry.ts";
import { meanDeltas, toDeltaMatrix } from "./statistics/delta-matrix.ts";

/** What re-running the baseline changes all by itself. In percent points. */
export interface NoiseFloor {
  /** Tasks whose baseline was run more than once. */
  readonly tasks: number;
  /** Expected |difference| of two halves of the runs of one task, per metric; null where undefined. */
  readonly perTask: MetricValues;
  /** Expected |Δ| of the mean over all those tasks. */
  readonly overall: MetricValues;
  /** Share of label shuffles of the baseline against itself that each policy accepts. */
  readonly falseAcceptRates: Readonly<Record<string, number | null>>;
}

/** Fewer tasks with repeats than this measure no margin. */
const leastTasks = 10;
const splits = 200;
/** Margins, in percent points: without repeats, and the narrowest that repeats can give. */
const margin = { widest: 10, narrowest: 1 };

/**
 * Measures the noise floor on repeated baselines: the runs of each task are dealt into two halves, which are compared as if one
 * had a memory. Averages over 200 seeded deals; the policies judge one of them, with the settings that the sizes lead to. Null without repeats. Source: docs/papers.md#noise-floor.
 */
export function measureNoiseFloor(
  repeats: readonly RepeatedBaseline[],
  settingsFor: (sizes: Pick<NoiseFloor, "tasks" | "perTask">) => PolicySettings,
  seed: number,
): NoiseFloor | null {
  if (repeats.length === 0) return null;
  const random = createRandom(`${seed}:noise-floor`);
  const perTask = newAverages();
  const overall = newAverages();
  for (let split = 0; split < splits; split += 1) {
    const tasks = repeats.map((repeat, at) => halve(repeat, at, random));
    for (const { values } of tasks) addSizes(perTask, values);
    addSizes(overall, meanDeltas(toDeltaMatrix(tasks)));
  }
  const sample = repeats.map((repeat, at) => ({ ...halve(repeat, at, random), runs: null }));
  const sizes = { tasks: repeats.length, perTask: averagesOf(perTask) };
  const settings = settingsFor(sizes);
  return {
    ...sizes,
    overall: averagesOf(overall),
    falseAcceptRates: Object.fromEntries(
      policies.map((policy) => [
        policy.name,
        policy.falseAcceptRate(sample, settings, createRandom(`${seed}:noise-floor:${policy.name}`)),
      ]),
    ),
  };
}

/**
 * Non-inferiority margins from the noise floor per task: at least 1 point, at most 10; 10 for every metric that fewer than ten
 * repeated tasks measure.
 */
export function marginsFrom(floor: Pick<NoiseFloor, "tasks" | "perTask"> | null): Record<MetricName, number> {
  return mapMetrics((metric) => {
    const measured = floor === null || floor.tasks < leastTasks ? null : floor.perTask[metric];
    return measured === null ? margin.widest : Math.min(margin.widest, Math.max(margin.narrowest, measured));
  });
}

function halve({ taskId, repo, runs }: RepeatedBaseline, at: number, random: Random): TaskDelta {
  const dealt = random.shuffle(runs);
  const middle = dealt.length >> 1;
  const [one, other] = [dealt.slice(0, middle), dealt.slice(middle, 2 * middle)];
  const values = mapMetrics((metric) => {
    const [a, b] = [meanOf(one, metric), meanOf(other, metric)];
    return a === null || b === null ? null : a - b;
  });
  return { taskId: `${taskId}:${at}`, repo, values };
}

function meanOf(runs: readonly MetricValues[], metric: MetricName): number | null {
  const defined = runs.map((run) => run[metric]).filter((value) => value !== null);
  return defined.length === 0 ? null : defined.reduce((sum, value) => sum + value, 0) / defined.length;
}

type Averages = Record<MetricName, { sum: number; count: number }>;

function newAverages(): Averages {
  return mapMetrics(() => ({ sum: 0, count: 0 }));
}

function addSizes(averages: Averages, values: MetricValues): void {
  mapMetrics((metric) => {
    const value = values[metric];
    if (value === null) return;
    averages[metric].sum += Math.abs(value);
    averages[metric].count += 1;
  });
}

function averagesOf(averages: Averages): MetricValues {
  return mapMetrics((metric) => (averages[metric].count === 0 ? null : averages[metric].sum / averages[metric].count));
}
