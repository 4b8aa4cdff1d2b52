import { MemopError } from "@memop/core";
import type { ResolvedSet } from "./overlap.ts";
import { isResolvedBy, type SystemTask } from "./read-systems.ts";

/** Systems that are compared when nobody names them. */
const mostSystems = 6;

/** The resolved sets that are compared, and how many systems there are. */
export interface ChosenSets {
  readonly sets: readonly ResolvedSet[];
  readonly systems: number;
}

/**
 * Resolved sets of the named systems, else of the six that resolved most. A task with several rollouts is resolved when at
 * least half of them are. Throws `BAD_USAGE`, listing what there is, for a name that no system has.
 */
export function resolvedSets(tasks: readonly SystemTask[], names: readonly string[] = []): ChosenSets {
  const bySystem = new Map<string, Set<string>>();
  for (const task of tasks) {
    const set = bySystem.get(task.system) ?? new Set<string>();
    bySystem.set(task.system, set);
    if (isResolvedBy(task)) set.add(task.taskId);
  }
  for (const name of names) {
    if (bySystem.has(name)) continue;
    throw new MemopError("BAD_USAGE", `no system is named "${name}"`, {
      hint: `systems: ${[...bySystem.keys()].join(", ") || "none"}`,
    });
  }
  const all = [...bySystem].map(([name, resolved]) => ({ name, resolved }));
  const chosen =
    names.length > 0
      ? names.map((name) => ({ name, resolved: bySystem.get(name) as Set<string> }))
      : all.sort((a, b) => b.resolved.size - a.resolved.size || (a.name < b.name ? -1 : 1)).slice(0, mostSystems);
  return { sets: chosen, systems: bySystem.size };
}
