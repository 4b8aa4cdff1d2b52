import { metricNames } from "@memop/metrics";
import type { DeltaMatrix } from "./delta-matrix.ts";

/**
 * What each task adds to the reward, times the number of tasks, in percent points: their mean is r.
 *
 * With all metrics defined it is the mean of the task's ten deltas; where some are undefined, each metric still weighs the
 * same: n·(1/N_Q)·Σᵢ dᵢ/nᵢ over the metrics that the task defines. Source: docs/papers.md#memop-reward.
 */
export function taskContributions({ tasks, values }: DeltaMatrix): number[] {
  const width = metricNames.length;
  const counts = new Float64Array(width);
  for (let at = 0; at < values.length; at += 1) {
    if (!Number.isNaN(values[at] as number)) (counts[at % width] as number) += 1;
  }
  const metrics = counts.filter((count) => count > 0).length;
  return Array.from({ length: tasks }, (_, row) => {
    let sum = 0;
    for (let column = 0; column < width; column += 1) {
      const value = values[row * width + column] as number;
      if (!Number.isNaN(value)) sum += value / (counts[column] as number);
    }
    return metrics === 0 ? 0 : (sum * tasks) / metrics;
  });
}
