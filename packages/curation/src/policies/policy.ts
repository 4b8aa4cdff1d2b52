import type { MetricValues } from "@memop/metrics";

/** What a policy says about a candidate. */
export type Verdict = "accept" | "reject" | "undecided";

/** What a policy may look at. */
export interface PolicyEvidence {
  /** Mean delta of each metric in percent points; null where undefined. */
  readonly deltas: MetricValues;
  /** Deltas of the single tasks, in a fixed order; the sign-flip estimate hands in flipped copies. */
  readonly tasks: readonly { readonly values: MetricValues }[];
}

/** Choices that every policy respects. */
export interface PolicySettings {
  /** `available`: undefined metrics are left out. `require-all`: with one undefined metric the verdict is `undecided`. */
  readonly nullMetrics: "available" | "require-all";
}

/** A verdict with its reasons. */
export interface PolicyDecision {
  readonly verdict: Verdict;
  /** Codes, the metric and the size after colons: `harm:la_file_1:-2.5`, `undefined:la_func_1`, `redundant`, `no-pairs`. */
  readonly reasons: readonly string[];
  /** Further pairs that the stated power asks for; absent when the policy does not say. */
  readonly morePairsNeeded?: number;
  /** Evidence against "no effect" of a sequential test; absent when the policy has none. */
  readonly eValue?: number;
}

/** A rule that turns deltas into a verdict. A policy is a value, never a class. */
export interface Policy {
  /** Kebab-case, as typed after `--policy`. */
  readonly name: string;
  /** One sentence. */
  readonly title: string;
  /** Pure; called many times when the false-accept rate is estimated. */
  decide(evidence: PolicyEvidence, settings: PolicySettings): PolicyDecision;
}
