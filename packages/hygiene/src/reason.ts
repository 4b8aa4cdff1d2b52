/**
 * Why a memory or a run is not clean: the closed list of reason codes, gravest first inside each group.
 *
 * docs/hygiene.md says of each what it means, what is seen and what is not.
 */
export const hygieneReasons = [
  "leak-gold-lines",
  "leak-hidden-test",
  "leak-later-commit",
  "self-solution",
  "hack-history",
  "hack-network",
  "hack-tests",
  "hack-hard-coded",
  "hacked-source",
  "contaminated-instance",
  "contaminated-commit",
  "contaminated-patch",
  "contaminated-family",
  "duplicate-exact",
  "duplicate-near",
  "secret",
  "resolved-without-patch",
  "foreign-patch",
  "harness-error",
] as const;

/** One code of the closed list `hygieneReasons`. */
export type HygieneReason = (typeof hygieneReasons)[number];
