import { MemopError } from "@memop/core";
import type { MetricName } from "@memop/metrics";

/** One way in which conditions differ. */
export interface Axis {
  /** As `--axis` has it. */
  readonly name: string;
  /** SQL for the level of a rollout, over `s` (its row of `scores`) and `c` (its row of `conditions`); null: not given. */
  readonly level: string;
  /** Metrics of the paper's table for it, in its order; all are in the JSON. */
  readonly metrics: readonly MetricName[];
  /** True when the paper's comparison is about effort too. */
  readonly showsEffort?: boolean;
}

/** The ten metrics in the order of the paper's tables 1 and 2. */
const tenMetrics: readonly MetricName[] = [
  "la_file_1",
  "la_func_1",
  "la_file_all",
  "la_func_all",
  "sr",
  "le_file_1",
  "le_func_1",
  "le_file_all",
  "le_func_all",
  "e_resolve",
];

/** Every axis, as the papers have them: MemOp's tables and figures, ExpeRepair's settings of the memory. */
export const axes: readonly Axis[] = [
  { name: "structure", level: "c.structure", metrics: ["sr", "la_file_1", "la_func_1", "le_file_1", "le_func_1"] },
  { name: "demonstrations", level: "CAST(c.n_demonstrations AS VARCHAR)", metrics: ["sr"], showsEffort: true },
  { name: "insights", level: "CAST(c.n_insights AS VARCHAR)", metrics: ["sr"], showsEffort: true },
  { name: "granularity", level: "c.granularity", metrics: ["sr", "e_resolve"], showsEffort: true },
  { name: "memory-model", level: "c.m_theta", metrics: tenMetrics },
  { name: "stage", level: "c.stage", metrics: tenMetrics },
  { name: "rl-algorithm", level: "c.rl_algorithm", metrics: tenMetrics },
  { name: "regime", level: "c.regime", metrics: tenMetrics },
  { name: "agent", level: "s.agent", metrics: tenMetrics },
  { name: "model", level: "s.model", metrics: tenMetrics },
  { name: "repository", level: "s.repo", metrics: tenMetrics },
  { name: "condition", level: "s.condition", metrics: tenMetrics },
];

/** Levels of each axis among the rollouts with memory. */
export type AxisLevels = ReadonlyMap<string, readonly string[]>;

/**
 * The axis of that name. Throws `BAD_USAGE`, listing every axis with its levels, when there is none of that name, and when the
 * workspace has fewer than two levels of it.
 */
export function axisNamed(name: string, levels: AxisLevels): Axis {
  const found = axes.find((axis) => axis.name === name);
  const listed = axes.map((axis) => `${axis.name} (${levelText(levels.get(axis.name) ?? [])})`).join("; ");
  if (found === undefined) {
    throw new MemopError("BAD_USAGE", `no axis is named "${name}"`, { hint: `axes and their levels: ${listed}` });
  }
  const own = levels.get(name) ?? [];
  if (own.length >= 2) return found;
  throw new MemopError(
    "BAD_USAGE",
    `axis ${name} has ${own.length === 0 ? "no level" : `one level, ${own[0]}`} among the runs with memory: nothing to compare`,
    { hint: `axes and their levels: ${listed}; the conditions table says what each condition stands for` },
  );
}

function levelText(levels: readonly string[]): string {
  if (levels.length === 0) return "none";
  const shown = levels.slice(0, 6).join(", ");
  return levels.length > 6 ? `${shown} and ${levels.length - 6} more` : shown;
}
