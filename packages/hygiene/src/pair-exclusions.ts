import type { HygieneReason } from "./reason.ts";

/**
 * The reasons for which a run is no evidence of what an agent can do, gravest first: it looked the answer up or forged it, or
 * its outcome cannot be true. Such runs are compared with nothing, in either arm.
 */
export const pairExclusions = [
  "hack-history",
  "hack-network",
  "hack-tests",
  "hack-hard-coded",
  "resolved-without-patch",
  "foreign-patch",
  "harness-error",
] as const satisfies readonly HygieneReason[];
