import { join } from "node:path";
import { judge } from "./agent/outcome.ts";
import { recordRollout } from "./agent/rollout.ts";
import { mapWithJobs } from "./job-pool.ts";
import { rolloutClock } from "./layouts/clock.ts";
import type { RecordedRun } from "./layouts/recorded-run.ts";
import { type Condition, conditions, type MemoryRow } from "./memories/memory-row.ts";
import { repositoryMemories } from "./memories/repository-memories.ts";
import { helpfulMemory, irrelevantMemory, misleadingMemory } from "./memories/task-memories.ts";
import { type Quickstart, repositorySpecs, taskIds } from "./prepare-quickstart.ts";
import type { PreparedTask } from "./repository/prepare-task.ts";

/** Rollouts of each task without a memory and with each of its candidates. */
export const repeatsPerTask = 3;

/** Rollouts of each task with a memory that serves its whole repository. */
export const repeatsPerRepository = 2;

/** A repository gets memories of its own when it has at least this many tasks. */
export const tasksForRepositoryMemory = 12;

/** How to record. */
export interface RecordOptions {
  readonly root: string;
  readonly jobs: number;
  /** Arms to record; the baseline is always among them, since memories are made from it. */
  readonly wants: (condition: Condition) => boolean;
  /** Called after each rollout. */
  readonly onRollout: (done: number, planned: number) => void;
}

/** Everything that a recording made. */
export interface Recording {
  readonly memories: readonly MemoryRow[];
  readonly runs: readonly RecordedRun[];
}

interface PlannedRun {
  readonly task: PreparedTask;
  readonly memory: MemoryRow | null;
  readonly repeat: number;
}

/** Records the baseline, makes the memories from it, and records the other arms. */
export async function recordArms(quickstart: Quickstart, options: RecordOptions): Promise<Recording> {
  const { tasks } = quickstart;
  const baseline = await recordAll(
    plan(tasks, () => null, repeatsPerTask),
    options,
  );
  const memories = await makeMemories(quickstart, baseline);
  const planned = tasks.flatMap((task) =>
    memories
      .filter((memory) => options.wants(memory.condition))
      .filter(({ task_id, repo }) => task_id === task.row.instance_id || (task_id === null && repo === task.row.repo))
      .flatMap((memory) => plan([task], () => memory, memory.task_id === null ? repeatsPerRepository : repeatsPerTask)),
  );
  const others = await recordAll(planned, options);
  return { memories, runs: [...baseline, ...others] };
}

function plan(
  tasks: readonly PreparedTask[],
  memoryOf: (task: PreparedTask) => MemoryRow | null,
  repeats: number,
): PlannedRun[] {
  return tasks.flatMap((task) =>
    Array.from({ length: repeats }, (_, index) => ({ task, memory: memoryOf(task), repeat: index + 1 })),
  );
}

async function recordAll(planned: readonly PlannedRun[], options: RecordOptions): Promise<RecordedRun[]> {
  let done = 0;
  return mapWithJobs(planned, options.jobs, async ({ task, memory, repeat }) => {
    const condition = memory?.condition ?? "none";
    const taskId = task.row.instance_id;
    const run = `run-${repeat}`;
    const id = `${condition}/${run}/${taskId}`;
    const directory = join(options.root, "work", id.replaceAll("/", "+"));
    const rollout = await recordRollout(task, memory?.text ?? null, repeat, directory);
    const outcome = await judge(task, rollout.finalPatch, `${directory}.judge`);
    const position =
      (conditions.indexOf(condition) * repeatsPerTask + repeat - 1) * taskIds.length + taskIds.indexOf(taskId);
    done += 1;
    options.onRollout(done, planned.length);
    return { task, condition, run, memory, rollout, outcome, id, clock: rolloutClock(position, id) };
  });
}

async function makeMemories(
  { repositories, tasks }: Quickstart,
  baseline: readonly RecordedRun[],
): Promise<MemoryRow[]> {
  const memories: MemoryRow[] = [];
  for (const task of tasks) {
    const own = baseline.filter((run) => run.task === task);
    const repository = repositories.find(({ spec }) => spec === task.repository);
    memories.push(
      helpfulMemory(task, own),
      irrelevantMemory(task, repositorySpecs),
      misleadingMemory(task, repository?.sourceFiles ?? []),
    );
  }
  for (const { spec, directory, sourceFiles } of repositories) {
    const repo = tasks.find((task) => task.repository === spec)?.row.repo;
    if (repo === undefined || spec.tasks.length < tasksForRepositoryMemory) continue;
    memories.push(...(await repositoryMemories(repo, directory, sourceFiles)));
  }
  return memories;
}
