export { aggregateScores, type MetricMean } from "./aggregate.ts";
export { type LocEvalGold, locEvalGold } from "./compat/loc-eval-gold.ts";
export { type LocEvalInput, scoreAsLocEval } from "./compat/openhands-loc-eval.ts";
export { type FirstLocated, firstLocated } from "./first-located.ts";
export { type GoldFunction, type GoldSet, type GoldSource, goldSetOf } from "./gold-set.ts";
export { isSamePath } from "./is-same-path.ts";
export { localizationAccuracy, type Reach } from "./localization-accuracy.ts";
export { localizationEfficiency } from "./localization-efficiency.ts";
export { type MetricName, type MetricValues, mapMetrics, metricNames } from "./metric.ts";
export { resolveEfficiency } from "./resolve-efficiency.ts";
export { metricsOf, type RolloutInput, type ScoreCard, scoreRollout } from "./score-card.ts";
export {
  type CompatMode,
  compatModes,
  type ScoreOptions,
  type ScoreResult,
  scoreWorkspace,
} from "./score-workspace.ts";
export { scoresTable } from "./scores-table.ts";
export { successRate } from "./success-rate.ts";
