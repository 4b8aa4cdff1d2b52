import type { MetricName } from "@memop/metrics";
import type { Repositories } from "@memop/trajectory";
import type { HygieneSettings } from "./hygiene/hygiene-settings.ts";
import type { NoiseFloor } from "./noise-floor.ts";
import type { PolicySettings } from "./policies/policy.ts";
import type { SelectionYield, TrajectorySelection } from "./trajectories/selection.ts";

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
  /** Level of every test, one-sided; default 0.05. */
  readonly alpha?: number;
  /** Power that numbers of further pairs are made for; default 0.8. */
  readonly power?: number;
  /** Mean of the ten deltas, in percent points, that would still be worth having; default 3. */
  readonly smallestEffect?: number;
  /** Percent points that every metric may fall and still count as not inferior; default: from the noise floor, else 10. */
  readonly margin?: number;
  /** Random draws of a permutation test; default 10,000. */
  readonly draws?: number;
  /** Seed of resampling; default 0. */
  readonly seed?: number;
  /** How runs and memories are checked; false checks nothing. Default: every check that needs no list. */
  readonly hygiene?: HygieneSettings | false;
  /** Which trajectories are taken, when they are the candidates; default all that their outcome allows. */
  readonly selection?: Partial<TrajectorySelection>;
  /** Clones of the repositories, to tell what is not there any more; null, the default, goes by reference solutions. */
  readonly repositories?: Pick<Repositories, "folder" | "read"> | null;
  /** Called after each run that is checked. */
  readonly onCheck?: (done: number, total: number) => void;
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
  readonly alpha: number;
  readonly power: number;
  readonly smallestEffect: number;
  /** Null: from the noise floor. */
  readonly margin: number | null;
  readonly draws: number;
  readonly seed: number;
  /** Null: not checked. */
  readonly hygiene: {
    readonly allowed: readonly string[];
    readonly benchmarks: readonly { readonly name: string; readonly sha256: string }[];
    readonly scanners: readonly string[];
  } | null;
  readonly selection: TrajectorySelection;
  /** Where clones were looked for; null when nowhere. */
  readonly repositories: string | null;
}

/** Hygiene of the candidates. */
export interface HygieneSummary {
  /** Candidates whose text or run is known. */
  readonly checked: number;
  readonly kept: number;
  readonly dropped: number;
  /** Candidates by reason, allowed ones too. */
  readonly byReason: Readonly<Record<string, number>>;
  /** Scored runs that were kept out of both arms, by reason. */
  readonly runsExcluded: Readonly<Record<string, number>>;
}

/** What `memop curate --json` prints. */
export interface CurateResult {
  readonly policy: string;
  readonly by: CandidateKind;
  readonly accepted: number;
  readonly rejected: number;
  readonly undecided: number;
  /** Candidates that were accepted, and rejected, and not dropped by hygiene: what exports take. Null when not checked. */
  readonly acceptedClean: number | null;
  readonly rejectedClean: number | null;
  /** Mean over candidates of the estimated rate at which the policy accepts a memory that does nothing; null when not estimated. */
  readonly falseAcceptRate: number | null;
  readonly pairsUsed: number;
  readonly pairsPossible: number;
  /** Pairs not used, by reason. */
  readonly excluded: Readonly<Record<string, number>>;
  /** What the baseline's own repeats say; null without repeats, and for trajectories. */
  readonly noiseFloor: NoiseFloor | null;
  /** Non-inferiority margins in force, in percent points; null for trajectories. */
  readonly margins: Readonly<Record<MetricName, number>> | null;
  /** Candidates with an adjusted value at or below α: Benjamini-Hochberg on p-values, e-BH on e-values. */
  readonly discoveries: { readonly benjaminiHochberg: number; readonly eBenjaminiHochberg: number };
  /** What the checks say of the candidates, and of how many runs they kept out of both arms; null when not checked. */
  readonly hygiene: HygieneSummary | null;
  /** Rows of `set_checks` by kind. */
  readonly set: Readonly<Record<string, number>>;
  /** Yields and caps, when trajectories are the candidates; else null. */
  readonly selection: SelectionYield | null;
  /** Tables that were made from decisions which are not the ones of this call. */
  readonly stale: readonly string[];
}
