import type { Task, Trajectory } from "@memop/trajectory";
import { excerptOf } from "../excerpt.ts";
import type { HygieneFilter } from "../filter.ts";
import { significantLines } from "../leaks/significant-lines.ts";
import type { HygieneReason } from "../reason.ts";
import { type Evidence, verdictOn } from "../verdict.ts";
import type { Benchmark } from "./benchmark.ts";

/** What is compared with the benchmarks: tasks, and for a run of no known task the id that it names itself. */
export interface ContaminationInput {
  readonly tasks: readonly Task[];
  readonly trajectory?: Pick<Trajectory, "taskId">;
  readonly benchmarks?: readonly Benchmark[];
}

/** Share of the benchmark patch's significant lines from which on two patches are one. */
const overlapLimit = 0.5;

/**
 * Drops what belongs to a benchmark: by instance id, by repository and base commit, by half or more of the added lines of a
 * gold patch (two lines at least, or the only one), by a family's rule. The first that holds is the reason.
 */
export const contamination: HygieneFilter<ContaminationInput> = {
  name: "contamination",
  reasons: ["contaminated-instance", "contaminated-commit", "contaminated-patch", "contaminated-family"],
  check({ tasks, trajectory, benchmarks = [] }) {
    if (benchmarks.length === 0) return { verdict: "keep" };
    const ids = [
      ...new Set([...tasks.map(({ taskId }) => taskId), ...(trajectory?.taskId == null ? [] : [trajectory.taskId])]),
    ];
    const lists = benchmarks.filter(({ isFamily }) => !isFamily);
    const families = benchmarks.filter(({ isFamily }) => isFamily);
    const named = (among: readonly Benchmark[]) =>
      among.flatMap((each) =>
        ids.filter((id) => each.hasInstance(id)).map((id) => evidenceOf(`${id} is of ${each.name}`)),
      );
    const checks: readonly (readonly [HygieneReason, () => readonly Evidence[]])[] = [
      ["contaminated-instance", () => named(lists)],
      ["contaminated-commit", () => tasks.flatMap((task) => lists.flatMap((list) => sameCommit(task, list)))],
      ["contaminated-patch", () => tasks.flatMap((task) => lists.flatMap((list) => samePatch(task, list)))],
      ["contaminated-family", () => named(families)],
    ];
    for (const [reason, find] of checks) {
      const evidence = find();
      if (evidence.length > 0) return verdictOn(reason, evidence);
    }
    return { verdict: "keep" };
  },
};

function sameCommit({ taskId, repo, baseCommit }: Task, list: Benchmark): readonly Evidence[] {
  const instance = repo === null || baseCommit === null ? null : list.instanceAt(repo, baseCommit);
  return instance === null
    ? []
    : [evidenceOf(`${taskId} starts from ${repo} at ${baseCommit}, as ${instance} of ${list.name}`)];
}

function samePatch({ taskId, goldPatch }: Task, list: Benchmark): readonly Evidence[] {
  const shared = new Map<string, number>();
  for (const { tokens } of significantLines(goldPatch ?? "")) {
    for (const instance of list.instancesWith(tokens)) shared.set(instance, (shared.get(instance) ?? 0) + 1);
  }
  return [...shared].flatMap(([instance, count]) => {
    const all = list.lineCount(instance);
    if (count / all < overlapLimit || count < Math.min(2, all)) return [];
    return [
      evidenceOf(`the gold patch of ${taskId} has ${count} of ${all} added lines of ${instance} of ${list.name}`),
    ];
  });
}

function evidenceOf(text: string): Evidence {
  return { place: "task", step: null, turn: null, path: null, excerpt: excerptOf(text) };
}
