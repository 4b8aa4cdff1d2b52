import type { HygieneReason } from "./reason.ts";
import type { HygieneVerdict } from "./verdict.ts";

/** One check of one kind of uncleanness. Pure: the same input gives the same verdict, and the input is left as it is. */
export interface HygieneFilter<Input> {
  /** Kebab-case, unique among the filters. */
  readonly name: string;
  /** The reasons that it can give. */
  readonly reasons: readonly HygieneReason[];
  check(input: Input): HygieneVerdict;
}
