import { type Database, MemopError } from "@memop/core";
import type { CurateOptions, ResolvedCurateOptions } from "./curate-options.ts";
import { hygieneConfig, type ResolvedHygieneSettings } from "./hygiene/hygiene-settings.ts";
import { resolvedPolicy } from "./trajectories/judge-trajectories.ts";
import { unlimitedSelection } from "./trajectories/selection.ts";

/**
 * Fills in every default; what gets a verdict depends on what the arms carry. Needs table `cards`.
 *
 * Throws `BAD_USAGE` for a baseline that no card has, and for a selection of trajectories where other things are judged.
 */
export async function resolveOptions(
  database: Database,
  options: CurateOptions,
  hygiene: ResolvedHygieneSettings | null,
): Promise<ResolvedCurateOptions> {
  const baseline = options.baseline ?? "none";
  const [arms] = await database.all(
    `SELECT count(*) FILTER (condition = $1) AS baseline, count(*) FILTER (condition <> $1) AS others,
       count(*) FILTER (condition IS DISTINCT FROM $1 AND memory_id IS NOT NULL) AS with_memory,
       list(DISTINCT condition) AS labels FROM cards`,
    [baseline],
  );
  if (options.baseline !== undefined && arms?.baseline === 0) {
    throw new MemopError("BAD_USAGE", `no score card has the condition "${baseline}"`, {
      hint: `conditions here: ${((arms.labels ?? []) as string[]).sort().join(", ")}`,
    });
  }
  const hasBaseline = (arms?.baseline as number) > 0;
  const natural =
    !hasBaseline || arms?.others === 0 ? "trajectory" : (arms?.with_memory as number) > 0 ? "memory" : "condition";
  const by = options.by ?? natural;
  const selection = { ...unlimitedSelection, ...options.selection };
  if (by !== "trajectory" && Object.values(selection).some((value) => value !== null)) {
    throw new MemopError(
      "BAD_USAGE",
      `pass rates, best siblings and caps choose trajectories, and here the candidates are ${by === "memory" ? "memories" : "conditions"}`,
      {
        hint: "add --by trajectory",
      },
    );
  }
  return {
    baseline,
    by,
    policy: by === "trajectory" ? resolvedPolicy : (options.policy ?? "memop-strict"),
    nullMetrics: options.nullMetrics ?? "available",
    redundant: options.redundant ?? "zero",
    alpha: options.alpha ?? 0.05,
    power: options.power ?? 0.8,
    smallestEffect: options.smallestEffect ?? 3,
    margin: options.margin ?? null,
    draws: options.draws ?? 10_000,
    seed: options.seed ?? 0,
    hygiene: hygiene === null ? null : hygieneConfig(hygiene),
    selection,
    repositories: options.repositories?.folder ?? null,
  };
}
