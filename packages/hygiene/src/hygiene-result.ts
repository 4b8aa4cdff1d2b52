import type { HygieneFilter } from "./filter.ts";
import { type HygieneReason, hygieneReasons } from "./reason.ts";
import type { Evidence } from "./verdict.ts";

/** What one filter found. */
export interface HygieneFinding {
  readonly filter: string;
  readonly reason: HygieneReason;
  readonly evidence: readonly Evidence[];
}

/** The merged verdict of all filters: the columns `hygiene` and `hygiene_reasons`, and what they rest on. */
export interface HygieneResult {
  /** `drop` when there is a finding whose reason is not allowed. */
  readonly hygiene: "keep" | "drop";
  /** Every reason found, allowed ones too, without repeats, in the order of `hygieneReasons`. */
  readonly reasons: readonly HygieneReason[];
  readonly findings: readonly HygieneFinding[];
}

/** How findings are weighed. */
export interface HygieneOptions {
  /** Reasons that are listed but do not drop, e.g. `self-solution` for single-episode memories. Default: none. */
  readonly allowed?: readonly HygieneReason[];
}

/** Runs filters over one input and merges what they say. */
export function checkAll<Input>(
  filters: readonly HygieneFilter<Input>[],
  input: Input,
  { allowed = [] }: HygieneOptions = {},
): HygieneResult {
  const findings = filters.flatMap((filter): readonly HygieneFinding[] => {
    const verdict = filter.check(input);
    return verdict.verdict === "keep"
      ? []
      : [{ filter: filter.name, reason: verdict.reason, evidence: verdict.evidence }];
  });
  const found = new Set(findings.map(({ reason }) => reason));
  return {
    hygiene: findings.every(({ reason }) => allowed.includes(reason)) ? "keep" : "drop",
    reasons: hygieneReasons.filter((reason) => found.has(reason)),
    findings,
  };
}
