import type { PolicySettings } from "./policies/policy.ts";

/** What gets a verdict. */
export const candidateKinds = ["memory", "condition", "trajectory"] as const;

/** What gets a verdict: one memory, a condition as a whole, or one trajectory. */
export type CandidateKind = (typeof candidateKinds)[number];

/** How to curate a workspace. */
export interface CurateOptions {
  /** Label of the arm without memory; default `none`. */
  readonly baseline?: string;
  /** Default `memory` when the arms carry memory ids, else `condition` when there is another arm, else `trajectory`. */
  readonly by?: CandidateKind;
  /** Name of an acceptance policy; default `memop-strict`. */
  readonly policy?: string;
  /** What an undefined metric does; default `available`. */
  readonly nullMetrics?: PolicySettings["nullMetrics"];
  /** Reward of a memory that changes nothing: 0 (default) or −1 percent point. */
  readonly redundant?: "zero" | "penalty";
  /** Seed of resampling; default 0. */
  readonly seed?: number;
  /** Called after each candidate. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Curates again although nothing changed. */
  readonly force?: boolean;
}

/** Options with every default filled in, as the manifest records them. */
export interface ResolvedCurateOptions {
  readonly baseline: string;
  readonly by: CandidateKind;
  readonly policy: string;
  readonly nullMetrics: PolicySettings["nullMetrics"];
  readonly redundant: "zero" | "penalty";
  readonly seed: number;
}

/** What `memop curate --json` prints. */
export interface CurateResult {
  readonly policy: string;
  readonly by: CandidateKind;
  readonly accepted: number;
  readonly rejected: number;
  readonly undecided: number;
  /** Mean over candidates of the estimated rate at which the policy accepts a memory that does nothing; null when not estimated. */
  readonly falseAcceptRate: number | null;
  readonly pairsUsed: number;
  readonly pairsPossible: number;
  /** Pairs not used, by reason. */
  readonly excluded: Readonly<Record<string, number>>;
}
