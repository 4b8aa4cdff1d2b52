export {
  type CandidateKind,
  type CurateOptions,
  type CurateResult,
  candidateKinds,
  type HygieneSummary,
  type ResolvedCurateOptions,
} from "./curate-options.ts";
export { curateWorkspace } from "./curate-workspace.ts";
export { decisionViews } from "./decision-views.ts";
export { decisionsTable } from "./decisions-table.ts";
export { composite, type Delta, type Deltas, meansOf, type TaskDelta } from "./deltas.ts";
export { duplicatesTable } from "./hygiene/duplicates-table.ts";
export { findingsTable } from "./hygiene/findings-table.ts";
export type { HygieneSettings, ListedBenchmark } from "./hygiene/hygiene-settings.ts";
export { type Judgement, type JudgeOptions, judgeCandidate, redundancyPenalty } from "./judge-candidate.ts";
export { measureRuns } from "./measure-runs.ts";
export { type MeasureOptions, measureTasks } from "./measure-tasks.ts";
export type { Measurement, RunValues, TestedDelta } from "./measurement.ts";
export { marginsFrom, measureNoiseFloor, type NoiseFloor } from "./noise-floor.ts";
export { type PlanOptions, planRollouts } from "./plan/plan-rollouts.ts";
export { type PlanRow, planTable } from "./plan/plan-row.ts";
export { writePlan } from "./plan/write-plan.ts";
export { confident } from "./policies/confident.ts";
export { memopStrict } from "./policies/memop-strict.ts";
export type {
  Policy,
  PolicyDecision,
  PolicyEvidence,
  PolicySettings,
  ShuffledTask,
  Verdict,
} from "./policies/policy.ts";
export { policies, policyNamed } from "./policies/registry.ts";
export { capOf, sequential } from "./policies/sequential.ts";
export { type SetCheckKind, setCheckKinds, setChecksTable } from "./set/set-checks-table.ts";
export { type BootstrapSpread, bootstrapDeltas, type DeltaSpread } from "./statistics/bootstrap-deltas.ts";
export { normalCdf, normalQuantile } from "./statistics/distributions/normal-distribution.ts";
export { benjaminiHochberg } from "./statistics/multiplicity/benjamini-hochberg.ts";
export { eBenjaminiHochberg } from "./statistics/multiplicity/e-benjamini-hochberg.ts";
export { runsMissing } from "./statistics/permutation/runs-missing.ts";
export { signFlipPValue } from "./statistics/permutation/sign-flip-p-value.ts";
export { twoSamplePValue } from "./statistics/permutation/two-sample-p-value.ts";
export { meanTestPower, pairsForPower } from "./statistics/power/mean-test-power.ts";
export { mcnemarMidP } from "./statistics/rates/mcnemar-mid-p.ts";
export { newcombeInterval, phiCoefficient } from "./statistics/rates/newcombe-interval.ts";
export { passAtK } from "./statistics/rates/pass-at-k.ts";
export { passHatK } from "./statistics/rates/pass-hat-k.ts";
export { wilsonInterval } from "./statistics/rates/wilson-interval.ts";
export { bettingEProcess } from "./statistics/sequential/betting-e-process.ts";
export { sequentialCap } from "./statistics/sequential/sequential-cap.ts";
export { rewardVariance, shrinkReward } from "./statistics/shrink-rewards.ts";
export { signFlipAcceptance } from "./statistics/sign-flip-acceptance.ts";
export { compareSuccess, type SuccessComparison } from "./success-comparison.ts";
export { judgeTrajectories, resolvedPolicy } from "./trajectories/judge-trajectories.ts";
export {
  type SelectionYield,
  type SiblingOrder,
  siblingOrders,
  type TrajectorySelection,
} from "./trajectories/selection.ts";
