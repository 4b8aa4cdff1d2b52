import type { Random } from "@memop/core";
import { type MetricValues, metricNames } from "@memop/metrics";
import { measureRuns } from "../measure-runs.ts";
import type { RunValues } from "../measurement.ts";
import { bootstrapMatrix, resamplingUnits } from "../statistics/bootstrap-deltas.ts";
import { type DeltaMatrix, toDeltaMatrix } from "../statistics/delta-matrix.ts";
import { leastTasks } from "../statistics/permutation/least-tasks.ts";
import { signFlipDistribution } from "../statistics/permutation/sign-flip-distribution.ts";
import { signTable } from "../statistics/permutation/sign-table.ts";
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
  const table = signTable(Float64Array.from(contributions), 1);
  const flips = new Uint8Array(Math.ceil(tasks.length / 8));
  const sum = new Float64Array(1);
  let accepted = 0;
  for (let pattern = 0; pattern < patterns; pattern += 1) {
    if (isExact) sum[0] = signedSum(contributions, flips, pattern);
    else table.draw(random, sum, flips);
    if (distribution.pValue(sum[0] as number) > settings.alpha) continue;
    if (isProven(turned(matrix, flips), units, settings, random)) accepted += 1;
  }
  return accepted / patterns;
}

/** The sum under one of 2ⁿ patterns, whose bits go to `flips`. */
function signedSum(contributions: readonly number[], flips: Uint8Array, pattern: number): number {
  for (let byte = 0; byte < flips.length; byte += 1) flips[byte] = (pattern >> (8 * byte)) & 255;
  return contributions.reduce((sum, value, row) => sum + ((pattern >> row) & 1 ? -value : value), 0);
}

function turned({ tasks, values }: DeltaMatrix, flips: Uint8Array): DeltaMatrix {
  const width = metricNames.length;
  const copy = values.slice();
  for (let row = 0; row < tasks; row += 1) {
    if ((((flips[row >> 3] as number) >> (row & 7)) & 1) === 0) continue;
    for (let at = row * width; at < (row + 1) * width; at += 1) copy[at] = -(copy[at] as number);
  }
  return { tasks, values: copy };
}

function isProven(
  matrix: DeltaMatrix,
  units: readonly (readonly number[])[],
  { alpha, margins }: PolicySettings,
  random: Random,
): boolean {
  const { intervals, reward } = bootstrapMatrix(matrix, units, { random, draws: innerDraws, alpha });
  if (reward === null || reward.lowerBound <= 0) return false;
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
