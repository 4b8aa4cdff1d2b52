import { excerptOf } from "../excerpt.ts";
import type { HygieneFilter } from "../filter.ts";
import { verdictOn } from "../verdict.ts";
import type { Duplicate } from "./find-duplicates.ts";

/** Drops what `findDuplicates` found to repeat something that is kept. */
export const duplicates: HygieneFilter<{ readonly duplicate?: Duplicate | null }> = {
  name: "duplicates",
  reasons: ["duplicate-exact", "duplicate-near"],
  check({ duplicate = null }) {
    if (duplicate === null) return { verdict: "keep" };
    const { droppedId, keptId, isExact, similarity, estimate } = duplicate;
    const figures = isExact ? "" : `, similarity ${similarity.toFixed(3)}, estimated ${estimate.toFixed(3)}`;
    const excerpt = excerptOf(`${droppedId} repeats ${keptId}${figures}`);
    const evidence = { place: "record", step: null, turn: null, path: null, excerpt } as const;
    return verdictOn(isExact ? "duplicate-exact" : "duplicate-near", [evidence]);
  },
};
