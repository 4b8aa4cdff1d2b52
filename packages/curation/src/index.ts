export {
  type CandidateKind,
  type CurateOptions,
  type CurateResult,
  candidateKinds,
  type ResolvedCurateOptions,
} from "./curate-options.ts";
export { curateWorkspace } from "./curate-workspace.ts";
export { decisionViews } from "./decision-views.ts";
export { decisionsTable } from "./decisions-table.ts";
export { composite, type Delta, type Deltas, meansOf, type TaskDelta } from "./deltas.ts";
export { type Judgement, judgeCandidate, redundancyPenalty } from "./judge-candidate.ts";
export { judgeTrajectories, resolvedPolicy } from "./judge-trajectories.ts";
export { memopStrict } from "./policies/memop-strict.ts";
export type { Policy, PolicyDecision, PolicyEvidence, PolicySettings, Verdict } from "./policies/policy.ts";
export { policies, policyNamed } from "./policies/registry.ts";
export { type BootstrapSpread, bootstrapDeltas } from "./statistics/bootstrap-deltas.ts";
export { rewardVariance, shrinkReward } from "./statistics/shrink-rewards.ts";
export { signFlipAcceptance } from "./statistics/sign-flip-acceptance.ts";
export { signFlipPValue } from "./statistics/sign-flip-p-value.ts";
