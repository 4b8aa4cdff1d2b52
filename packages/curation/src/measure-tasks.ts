import { createRandom } from "@memop/core";
import { mapMetrics } from "@memop/metrics";
import { composite, type TaskDelta } from "./deltas.ts";
import type { Measurement, TestedDelta } from "./measurement.ts";
import { bootstrapMatrix, type DeltaSpread, resamplingUnits } from "./statistics/bootstrap-deltas.ts";
import { definedCounts, meanDeltas, toDeltaMatrix } from "./statistics/delta-matrix.ts";
import { signFlipPValue } from "./statistics/permutation/sign-flip-p-value.ts";
import { taskContributions } from "./statistics/task-contributions.ts";
import { taskOrder } from "./task-order.ts";

/** How to measure: `name` keeps the random streams of candidates apart. */
export interface MeasureOptions {
  readonly seed: number;
  readonly name: string;
  readonly alpha: number;
  readonly draws: number;
}

/** More bootstrap draws than this change no percentile that matters. */
const mostBootstrapDraws = 2000;

/**
 * Measures a candidate over its tasks: sign-flip test of the reward, and bootstrap bounds of every mean delta. Fewer than two
 * tasks give means alone. Source: docs/papers.md#sign-flip, docs/papers.md#cluster-bootstrap.
 */
export function measureTasks(tasks: readonly TaskDelta[], { seed, name, alpha, draws }: MeasureOptions): Measurement {
  const matrix = toDeltaMatrix(tasks);
  const deltas = meanDeltas(matrix);
  const counts = definedCounts(matrix);
  const { intervals, reward } = bootstrapMatrix(matrix, resamplingUnits(tasks), {
    random: createRandom(`${seed}:bootstrap:${name}`),
    draws: Math.min(draws, mostBootstrapDraws),
    alpha,
  });
  const pValue = signFlipPValue(taskContributions(matrix), {
    random: createRandom(`${seed}:permutation:${name}`),
    draws,
  });
  const mean = composite(deltas).reward;
  const ordered = taskOrder(tasks, seed);
  return {
    deltas,
    unit: "task",
    counts: { tasks: tasks.length, having: 0, without: 0 },
    composite:
      mean === null || reward === null || pValue === null ? null : { ...tested(mean, reward, tasks.length), pValue },
    metrics: mapMetrics((metric) => {
      const [value, spread] = [deltas[metric], intervals[metric]];
      return value === null || spread === null ? null : tested(value, spread, counts[metric]);
    }),
    intervals,
    rewardSpread: reward,
    sequence: ordered.map(({ values }) => composite(values).reward).filter((value) => value !== null),
  };
}

function tested(mean: number, { lowerBound, upperBound, se }: DeltaSpread, count: number): TestedDelta {
  return { mean, lower: lowerBound, upper: upperBound, deviation: se * Math.sqrt(count) };
}
