import type { Random } from "@memop/core";
import { type MetricValues, metricNames } from "@memop/metrics";
import { measureRuns } from "../measure-runs.ts";
import type { RunValues } from "../measurement.ts";
import { bootstrapMatrix, resamplingUnits } from "../statistics/bootstrap-deltas.ts";
import { type DeltaMatrix, toDeltaMatrix } from "../statistics/delta-matrix.ts";
import { leastTasks } from "../statistics/permutation/least-tasks.ts";
import { signFlipDistribution } from "../statistics/permutation/sign-flip-distribution.ts";
import { taskContributions } from "../statistics/task-contributions.ts";
import type { PolicyDecision, PolicyEvidence, PolicySettings, ShuffledTask } from "./policy.ts";

const shuffles = 500;
const mostExact = 10;
/** Draws of the bootstrap within a shuffle; only shuffles that pass the test of the reward come that far. */
const innerDraws = 200;

/**
 * How often `confident` accepts under shuffled labels: signs of whole tasks turned, or the runs of the one task dealt out anew.
 *
 * All patterns for up to ten tasks, else 500 seeded ones. One permutation distribution serves all of them, because shuffling
 * does not change it. Source: docs/papers.md#sign-flip.
 */
export function confidentFalseAcceptRate(
  tasks: readonly ShuffledTask[],
  settings: PolicySettings,
  random: Random,
  decide: (evidence: PolicyEvidence) => PolicyDecision,
): number | null {
  const [only] = tasks;
  if (only === undefined) return null;
  if (tasks.length === 1 && only.runs !== null) return rateOfRuns(only.runs, settings, random, decide);
  if (tasks.length < leastTasks(settings.alpha)) return 0;
  const matrix = toDeltaMatrix(tasks);
  const contributions = taskContributions(matrix);
  const distribution = signFlipDistribution(contributions, { random, draws: Math.min(settings.draws, 2000) });
  const units = resamplingUnits(tasks);
  const isExact = tasks.length <= mostExact;
  const patterns = isExact ? 2 ** tasks.length : shuffles;
  const signs = new Int8Array(tasks.length);
  let accepted = 0;
  for (let pattern = 0; pattern < patterns; pattern += 1) {
    let sum = 0;
    for (let row = 0; row < signs.length; row += 1) {
      const isTurned = isExact ? ((pattern >> row) & 1) === 1 : random.next() < 0.5;
      signs[row] = isTurned ? -1 : 1;
      sum += (signs[row] as number) * (contributions[row] as number);
    }
    if (distribution.pValue(sum) > settings.alpha) continue;
    if (isNonInferior(turned(matrix, signs), units, settings, random)) accepted += 1;
  }
  return accepted / patterns;
}

function turned({ tasks, values }: DeltaMatrix, signs: Int8Array): DeltaMatrix {
  const width = metricNames.length;
  return { tasks, values: values.map((value, at) => value * (signs[Math.floor(at / width)] as number)) };
}

function isNonInferior(
  matrix: DeltaMatrix,
  units: readonly (readonly number[])[],
  { alpha, margins }: PolicySettings,
  random: Random,
): boolean {
  const { intervals } = bootstrapMatrix(matrix, units, { random, draws: innerDraws, alpha });
  return metricNames.every((metric) => {
    const bound = intervals[metric]?.lowerBound;
    return bound === undefined ? isUndefined(matrix, metricNames.indexOf(metric)) : bound > -margins[metric];
  });
}

function isUndefined({ values }: DeltaMatrix, column: number): boolean {
  for (let at = column; at < values.length; at += metricNames.length) {
    if (!Number.isNaN(values[at] as number)) return false;
  }
  return true;
}

function rateOfRuns(
  { having, without }: RunValues,
  settings: PolicySettings,
  random: Random,
  decide: (evidence: PolicyEvidence) => PolicyDecision,
): number {
  const pooled = [...having, ...without];
  const draws = 200;
  let accepted = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    const dealt = random.shuffle<MetricValues>(pooled);
    const runs = { having: dealt.slice(0, having.length), without: dealt.slice(having.length) };
    const options = { seed: draw, name: "shuffle", alpha: settings.alpha, draws: innerDraws };
    if (decide(measureRuns(runs, options, null)).verdict === "accept") accepted += 1;
  }
  return accepted / draws;
}
