import type { ReadTask } from "./read-task.ts";

/** Tells how many lines stand before each block of a file, from the number of lines that the blocks before it have. */
export interface LineCounts {
  /** Null while not all blocks before are counted. */
  before(task: number): number | null;
  /** Notes that the block of a task has so many lines. */
  add(task: number, lines: number): void;
}

/** Counts for tasks in their order; `onKnown` is called when what stands before a block has become known. */
export function lineCounts(tasks: readonly ReadTask[], onKnown: (task: number, lines: number) => void): LineCounts {
  const before = new Map<number, number>();
  const own = new Map<number, number>();
  const beforeOf = (task: number): number | null => (tasks[task]?.block?.from === 0 ? 0 : (before.get(task) ?? null));
  return {
    before: beforeOf,
    add(task, lines) {
      own.set(task, lines);
      for (let at = task; ; at += 1) {
        const base = beforeOf(at);
        const count = own.get(at);
        const following = tasks[at + 1]?.block ?? null;
        if (base === null || count === undefined || following === null || following.from === 0) return;
        before.set(at + 1, base + count);
        onKnown(at + 1, base + count);
      }
    },
  };
}
