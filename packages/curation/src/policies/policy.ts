import type { Random } from "@memop/core";
import type { MetricName } from "@memop/metrics";
import type { TaskDelta } from "../deltas.ts";
import type { Measurement, RunValues } from "../measurement.ts";

/** What a policy says about a candidate. */
export type Verdict = "accept" | "reject" | "undecided";

/** What a policy may look at: the mean deltas, and how sure they are. */
export type PolicyEvidence = Measurement;

/** A task as label shuffling sees it. */
export interface ShuffledTask extends TaskDelta {
  /** Values of the single runs; null unless the candidate serves this task alone. */
  readonly runs: RunValues | null;
}

/** Choices that every policy respects. Effects and margins are in percent points. */
export interface PolicySettings {
  /** `available`: undefined metrics are left out. `require-all`: with one undefined metric the verdict is `undecided`. */
  readonly nullMetrics: "available" | "require-all";
  /** Level of every test, one-sided, in (0, 1). */
  readonly alpha: number;
  /** Power that numbers of further pairs are made for, in (0, 1). */
  readonly power: number;
  /** Mean of the ten deltas that would still be worth having; positive. */
  readonly smallestEffect: number;
  /** How far each metric may fall and still count as not inferior; positive. */
  readonly margins: Readonly<Record<MetricName, number>>;
  /** Random draws of a permutation test. */
  readonly draws: number;
}

/** A verdict with its reasons. */
export interface PolicyDecision {
  readonly verdict: Verdict;
  /**
   * Codes, the metric and the size after colons: `harm:la_file_1:-2.5`, `undefined:la_func_1`, `redundant`, `no-pairs`,
   * `futility:composite:1.2`. All of them: docs/acceptance.md#reasons.
   */
  readonly reasons: readonly string[];
  /** Further pairs that the stated power asks for; absent when the policy does not say. */
  readonly morePairsNeeded?: number;
}

/** A rule that turns deltas into a verdict. A policy is a value, never a class. */
export interface Policy {
  /** Kebab-case, as typed after `--policy`. */
  readonly name: string;
  /** One sentence. */
  readonly title: string;
  /** Pure. */
  decide(evidence: PolicyEvidence, settings: PolicySettings): PolicyDecision;
  /**
   * How often the policy accepts when the labels "with" and "without" are shuffled within tasks: its estimated rate of false
   * accepts on these data, in [0, 1]. Null without tasks. Source: docs/papers.md#sign-flip.
   */
  falseAcceptRate(tasks: readonly ShuffledTask[], settings: PolicySettings, random: Random): number | null;
}
