import { composite } from "./deltas.ts";
import type { RunValues } from "./measurement.ts";

/**
 * Differences of the mean of the ten metrics, in percent points: the first run with memory against the first without, and so
 * on; runs without a partner are left out.
 */
export function pairedDifferences({ having, without }: RunValues): number[] {
  const [one, other] = [having, without].map((runs) =>
    runs.map((run) => composite(run).reward).filter((reward) => reward !== null),
  ) as [number[], number[]];
  return one.slice(0, other.length).map((value, at) => value - (other[at] as number));
}
