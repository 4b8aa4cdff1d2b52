import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lineCounts } from "./line-counts.ts";
import type { ReadTask } from "./read-task.ts";

/** Tasks for files of so many blocks each; 0 stands for a file that is read whole. */
function tasksOf(files: readonly number[]): ReadTask[] {
  return files.flatMap((blocks): ReadTask[] =>
    blocks === 0
      ? [{ files: [], block: null }]
      : Array.from({ length: blocks }, (_, at) => ({ files: [], block: { from: at * 10, to: at * 10 + 10 } })),
  );
}

describe("lines before a block", () => {
  test("are known at once for the first block of a file, and for no other", () => {
    const counts = lineCounts(tasksOf([2, 0, 1]), () => undefined);
    expect([0, 1, 2, 3].map((task) => counts.before(task))).toEqual([0, null, null, 0]);
  });

  test("are the sum of the blocks before it in its file, in whatever order the blocks are counted", () => {
    const given = fc.array(fc.array(fc.nat(50), { maxLength: 6 }), { maxLength: 5 }).chain((files) => {
      const blocks = tasksOf(files.map((each) => each.length)).flatMap((task, at) => (task.block === null ? [] : [at]));
      return fc.record({ files: fc.constant(files), order: fc.shuffledSubarray(blocks, { minLength: blocks.length }) });
    });
    fc.assert(
      fc.property(given, ({ files, order }) => {
        const tasks = tasksOf(files.map((each) => each.length));
        const lines = files.flatMap((each) => (each.length === 0 ? [0] : each));
        const told = new Map<number, number>();
        const counts = lineCounts(tasks, (task, before) => told.set(task, before));
        for (const task of order) counts.add(task, lines[task] as number);
        let sum = 0;
        for (const [task, { block }] of tasks.entries()) {
          if (block === null) continue;
          if (block.from === 0) sum = 0;
          expect([task, counts.before(task)]).toEqual([task, sum]);
          if (block.from > 0) expect(told.get(task)).toBe(sum);
          sum += lines[task] as number;
        }
      }),
    );
  });
});
