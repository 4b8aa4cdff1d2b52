import { excerptOf } from "../excerpt.ts";
import type { HygieneFilter } from "../filter.ts";
import type { RunUnderCheck } from "../run-under-check.ts";
import { verdictOn } from "../verdict.ts";

/** Drops a run that is said to be resolved although its patch is empty or did not apply. */
export const resolvedWithoutPatch: HygieneFilter<Pick<RunUnderCheck, "trajectory" | "outcome">> = {
  name: "resolved-without-patch",
  reasons: ["resolved-without-patch"],
  check({ trajectory, outcome }) {
    if (outcome?.resolved !== true) return { verdict: "keep" };
    const isUnapplied = /not-applied|empty-patch|apply-fail/.test(outcome.reason);
    const isEmpty = trajectory.finalPatch !== null && trajectory.finalPatch.trim() === "";
    if (!isUnapplied && !isEmpty) return { verdict: "keep" };
    const excerpt = excerptOf(isEmpty ? "resolved, with an empty patch" : `resolved, by the reason ${outcome.reason}`);
    return verdictOn("resolved-without-patch", [{ place: "outcome", step: null, turn: null, path: null, excerpt }]);
  },
};
