import { excerptOf } from "../excerpt.ts";
import type { HygieneFilter } from "../filter.ts";
import type { RunUnderCheck } from "../run-under-check.ts";
import { verdictOn } from "../verdict.ts";

const notTheRuns: ReadonlySet<string> = new Set([
  "test-timeout",
  "test-error",
  "evaluation-error",
  "install-failure",
  "infra-failure",
  "no-logs",
]);

/** Drops a run that is counted as a failure although the harness or the evaluation broke, not the agent. */
export const harnessError: HygieneFilter<Pick<RunUnderCheck, "trajectory" | "outcome">> = {
  name: "harness-error",
  reasons: ["harness-error"],
  check({ trajectory, outcome }) {
    if (outcome === null || outcome.resolved !== false) return { verdict: "keep" };
    const isBroken = outcome.health !== "healthy" || trajectory.health !== "healthy" || notTheRuns.has(outcome.reason);
    if (!isBroken) return { verdict: "keep" };
    const health = trajectory.health === "healthy" ? outcome.health : trajectory.health;
    const excerpt = excerptOf(`unresolved, but the run's health is ${health} (${outcome.reason})`);
    return verdictOn("harness-error", [{ place: "outcome", step: null, turn: null, path: null, excerpt }]);
  },
};
