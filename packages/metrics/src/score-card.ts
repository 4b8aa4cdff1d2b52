import type { Health, TurnEdit } from "@memop/trajectory";
import { type FirstLocated, firstLocated } from "./first-located.ts";
import type { GoldSet } from "./gold-set.ts";
import { localizationAccuracy } from "./localization-accuracy.ts";
import { localizationEfficiency } from "./localization-efficiency.ts";
import type { MetricValues } from "./metric.ts";
import { resolveEfficiency } from "./resolve-efficiency.ts";
import { successRate } from "./success-rate.ts";

/** One rollout of one task, as far as the ten metrics look at it. */
export interface RolloutInput {
  /** Edits in the order in which they were made; refused ones may be among them. */
  readonly edits: readonly TurnEdit[];
  /** Null when the task's reference solution is unknown: localization is undefined. */
  readonly gold: GoldSet | null;
  /** Number of turns taken, N. */
  readonly turns: number;
  /** Turn budget of the run, T; null when unknown. */
  readonly budget: number | null;
  /** Null when unknown. */
  readonly resolved: boolean | null;
  readonly health: Health;
}

/** The ten metrics of one rollout. */
export interface ScoreCard {
  readonly metrics: MetricValues;
  /** Codes of what was undefined, clamped or implied, such as `turns-over-budget:25>20`. */
  readonly notes: readonly string[];
}

/**
 * Scores one rollout by the ten metrics. Null when it failed for infrastructure reasons: it then has no score card.
 *
 * A resolved rollout has located every gold item, at its last turn when not before. Metrics over an empty gold set are
 * null; LE and E_resolve are null without a budget; SR and E_resolve are null when the outcome is unknown. More turns than
 * the budget count as the budget. Source: docs/papers.md#memop-metrics.
 */
export function scoreRollout(input: RolloutInput): ScoreCard | null {
  if (input.health === "infra") return null;
  const seen = input.gold === null ? { files: [], functions: [] } : firstLocated(input.edits, input.gold);
  return {
    metrics: metricsOf(input.resolved === true ? impliedByResolution(seen, input.turns) : seen, input),
    notes: notesOf(input, seen),
  };
}

/** The ten metrics from first-located turns. */
export function metricsOf(
  { files, functions }: FirstLocated,
  { turns, budget, resolved }: Pick<RolloutInput, "turns" | "budget" | "resolved">,
): MetricValues {
  return {
    la_file_1: localizationAccuracy(files, "first"),
    la_file_all: localizationAccuracy(files, "all"),
    la_func_1: localizationAccuracy(functions, "first"),
    la_func_all: localizationAccuracy(functions, "all"),
    le_file_1: localizationEfficiency(files, budget, "first"),
    le_file_all: localizationEfficiency(files, budget, "all"),
    le_func_1: localizationEfficiency(functions, budget, "first"),
    le_func_all: localizationEfficiency(functions, budget, "all"),
    sr: successRate(resolved),
    e_resolve: resolveEfficiency(resolved, turns, budget),
  };
}

/** First-located turns of a resolved rollout: none later than its last turn. */
export function impliedByResolution(seen: FirstLocated, turns: number): FirstLocated {
  const byTheEnd = (turn: number | null): number => Math.min(turn ?? turns, turns);
  return { files: seen.files.map(byTheEnd), functions: seen.functions.map(byTheEnd) };
}

function notesOf({ gold, turns, budget, resolved }: RolloutInput, seen: FirstLocated): string[] {
  const unseen = [...seen.files, ...seen.functions].filter((turn) => turn === null).length;
  const notes: string[] = [];
  if (gold === null) notes.push("no-gold-patch");
  else if (gold.files.length === 0) notes.push("no-gold-files");
  if (gold !== null && gold.functions.length === 0) notes.push("no-gold-functions");
  if (budget === null) notes.push("budget-unknown");
  else if (turns > budget) notes.push(`turns-over-budget:${turns}>${budget}`);
  if (resolved === null) notes.push("outcome-unknown");
  if (resolved === true && unseen > 0) notes.push(`located-by-resolution:${unseen}`);
  return notes;
}
