import { createRandom } from "@memop/core";

/**
 * Tasks in a random order that depends on the seed and their ids alone, never on results or on which of them have run: a
 * sequential test reads pairs in this order, and a plan asks for the missing ones in the same.
 */
export function taskOrder<T extends { readonly taskId: string }>(tasks: readonly T[], seed: number): T[] {
  return tasks
    .map((task) => ({ task, place: createRandom(`${seed}:order:${task.taskId}`).next() }))
    .sort((a, b) => a.place - b.place || (a.task.taskId < b.task.taskId ? -1 : 1))
    .map(({ task }) => task);
}
