import { excerptOf } from "../excerpt.ts";
import type { HygieneFilter } from "../filter.ts";
import type { HygieneReason } from "../reason.ts";
import { verdictOn } from "../verdict.ts";

/** A run that a memory was distilled from, and why that run is not clean. */
export interface FlaggedSource {
  readonly trajectoryId: string;
  readonly reason: HygieneReason;
}

/** Drops a memory that was distilled from a run that cheated: what it teaches is what was looked up. */
export const hackedSource: HygieneFilter<{ readonly flaggedSources?: readonly FlaggedSource[] }> = {
  name: "hacked-source",
  reasons: ["hacked-source"],
  check({ flaggedSources = [] }) {
    const evidence = flaggedSources
      .filter(({ reason }) => reason.startsWith("hack-"))
      .map(({ trajectoryId, reason }) => ({
        place: "record" as const,
        step: null,
        turn: null,
        path: null,
        excerpt: excerptOf(`distilled from ${trajectoryId}, of which the checks say ${reason}`),
      }));
    return verdictOn("hacked-source", evidence);
  },
};
