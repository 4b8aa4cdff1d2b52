import type { HygieneReason } from "./reason.ts";

/** Where something was found, and what: enough for a person to look it up and judge. */
export interface Evidence {
  /** The part of the input that it was found in. */
  readonly place: "memory" | "step" | "patch" | "outcome" | "task" | "record";
  /** Index of the step; null when no single step shows it. */
  readonly step: number | null;
  /** 1-based turn of the agent; null when it was in no turn. */
  readonly turn: number | null;
  /** The file that it is about; null when it is about none. */
  readonly path: string | null;
  /** What was found, in at most 200 characters on one line. Never holds the value of a secret that the scanner knows. */
  readonly excerpt: string;
}

/** What a filter says: the input is clean by its lights, or it is not, for one reason and with at least one piece of evidence. */
export type HygieneVerdict =
  | { readonly verdict: "keep" }
  | { readonly verdict: "drop"; readonly reason: HygieneReason; readonly evidence: readonly Evidence[] };

/** The verdict on evidence: `drop` for `reason` when there is any, else `keep`. */
export function verdictOn(reason: HygieneReason, evidence: readonly Evidence[]): HygieneVerdict {
  return evidence.length === 0 ? { verdict: "keep" } : { verdict: "drop", reason, evidence };
}
