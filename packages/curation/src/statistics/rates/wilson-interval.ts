import { normalQuantile } from "../distributions/normal-distribution.ts";

/** An interval of a share or of a difference of shares. */
export interface Interval {
  readonly lower: number;
  readonly upper: number;
}

/**
 * Two-sided Wilson interval of a share of `successes` in `trials`, in [0, 1]; (0, 1) without trials. `level` is 0.95 unless
 * given. `successes` may be fractional: means of repeated runs. Source: docs/papers.md#wilson-interval.
 */
export function wilsonInterval(successes: number, trials: number, level = 0.95): Interval {
  if (trials === 0) return { lower: 0, upper: 1 };
  const z = normalQuantile((1 + level) / 2);
  const share = successes / trials;
  const scale = 1 + z ** 2 / trials;
  const centre = (share + z ** 2 / (2 * trials)) / scale;
  const half = (z * Math.sqrt((share * (1 - share)) / trials + z ** 2 / (4 * trials ** 2))) / scale;
  return {
    lower: successes === 0 ? 0 : Math.max(0, centre - half),
    upper: successes === trials ? 1 : Math.min(1, centre + half),
  };
}
