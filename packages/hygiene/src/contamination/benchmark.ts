import type { Task } from "@memop/trajectory";
import { significantLines } from "../leaks/significant-lines.ts";

/** A list of tasks that nothing may be trained on, or a family of them told by a rule over instance ids. */
export interface Benchmark {
  readonly name: string;
  /** True for an instance id of the list or of the family. */
  hasInstance(taskId: string): boolean;
  /** True for ids that a rule tells, not a list: the reason is then `contaminated-family`. */
  readonly isFamily: boolean;
  /** The instance at this repository and commit; null when there is none. */
  instanceAt(repo: string, baseCommit: string): string | null;
  /** The instances whose gold patch adds a significant line, given as `SignificantLine.tokens`. */
  instancesWith(line: string): readonly string[];
  /** Number of significant lines that an instance's gold patch adds; 0 when unknown. */
  lineCount(taskId: string): number;
}

/** One instance of a benchmark list. Null where it is not known: then it is not compared. */
export type BenchmarkEntry = Pick<Task, "taskId" | "repo" | "baseCommit" | "goldPatch">;

/** Makes a benchmark of a list of its instances. */
export function benchmarkOf(name: string, entries: readonly BenchmarkEntry[]): Benchmark {
  const ids = new Set(entries.map(({ taskId }) => taskId.toLowerCase()));
  const commits = new Map<string, string>();
  const lines = new Map<string, string[]>();
  const counts = new Map<string, number>();
  for (const { taskId, repo, baseCommit, goldPatch } of entries) {
    if (repo !== null && baseCommit !== null) commits.set(commitKey(repo, baseCommit), taskId);
    const significant = significantLines(goldPatch ?? "");
    counts.set(taskId, significant.length);
    for (const { tokens } of significant) {
      const holders = lines.get(tokens);
      if (holders === undefined) lines.set(tokens, [taskId]);
      else holders.push(taskId);
    }
  }
  return {
    name,
    isFamily: false,
    hasInstance: (taskId) => ids.has(taskId.toLowerCase()),
    instanceAt: (repo, baseCommit) => commits.get(commitKey(repo, baseCommit)) ?? null,
    instancesWith: (line) => lines.get(line) ?? [],
    lineCount: (taskId) => counts.get(taskId) ?? 0,
  };
}

/** Makes a benchmark of a rule over instance ids. */
export function benchmarkFamily(name: string, hasInstance: (taskId: string) => boolean): Benchmark {
  return { name, isFamily: true, hasInstance, instanceAt: () => null, instancesWith: () => [], lineCount: () => 0 };
}

function commitKey(repo: string, commit: string): string {
  return `${repo.toLowerCase()}@${commit.toLowerCase()}`;
}
