import { createRandom, type Random } from "@memop/core";
import { normalQuantile, type RunValues } from "@memop/curation";
import { type MetricName, type MetricValues, mapMetrics } from "@memop/metrics";

/** What a simulated comparison is made of. */
export interface Simulation {
  readonly tasks: number;
  /** Runs of each task in each arm. */
  readonly runs: number;
  /** Correlation of the ten metrics within a run, in [0, 1). */
  readonly correlation: number;
  /** True rise of each metric's mean, in percent points. */
  readonly gain: number;
}

/** A simulated task as the policies see it. */
export interface SimulatedTask {
  readonly taskId: string;
  readonly repo: string | null;
  readonly values: MetricValues;
  readonly runs: RunValues | null;
}

/** Metrics that are 100 or 0 in one run: located or not, resolved or not. */
const binary: ReadonlySet<MetricName> = new Set(["la_file_1", "la_file_all", "la_func_1", "la_func_all", "sr"]);
/** Share of runs in which those are 100 without memory, and standard deviation of the other five, in percent points. */
const base = { share: 0.5, deviation: 15 };

/**
 * Draws task deltas. The ten metrics of a run share one Gaussian factor: five are 100 or 0 by a threshold, five are normal.
 * A memory raises the mean of all ten by `gain`. Tasks are alike, so all variance is that of the runs.
 */
export function simulatedTasks({ tasks, runs, correlation, gain }: Simulation, random: Random): SimulatedTask[] {
  const normal = gaussian(random);
  const runOf = (rise: number): MetricValues => {
    const threshold = normalQuantile(base.share + rise / 100);
    const common = Math.sqrt(correlation) * normal();
    return mapMetrics((metric) => {
      const z = common + Math.sqrt(1 - correlation) * normal();
      return binary.has(metric) ? (z < threshold ? 100 : 0) : 50 + rise - base.deviation * z;
    });
  };
  const armOf = (rise: number): MetricValues[] => Array.from({ length: runs }, () => runOf(rise));
  return Array.from({ length: tasks }, (_, at) => {
    const [having, without] = [armOf(gain), armOf(0)];
    const mean = (arm: readonly MetricValues[], metric: MetricName): number =>
      arm.reduce((sum, run) => sum + (run[metric] as number), 0) / arm.length;
    return {
      taskId: `task-${at}`,
      repo: null,
      values: mapMetrics((metric) => mean(having, metric) - mean(without, metric)),
      runs: tasks === 1 ? { having, without } : null,
    };
  });
}

/** A random stream for one repetition of one setting. */
export function streamOf(setting: string, repetition: number): Random {
  return createRandom(`${setting}:${repetition}`);
}

function gaussian(random: Random): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}
