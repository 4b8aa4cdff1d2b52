import { parseUnifiedDiff, type Task } from "@memop/trajectory";

/** The test files that judge a task, as far as its record tells. */
export interface TaskTests {
  /** True for a file that was there before the run: the test patch changes it, or a test id names it and no patch creates it. */
  isJudging(path: string): boolean;
  /** True for one of these that is known to have been there: a test id alone may name a file that the test patch creates. */
  wasThere(path: string): boolean;
  /** Trimmed lines that the test patch adds; empty when there is none. */
  readonly added: ReadonlySet<string>;
  /** Trimmed lines that the test patch removes. */
  readonly removed: ReadonlySet<string>;
  /** Trimmed lines that the reference solution adds; empty when there is none. */
  readonly reference: ReadonlySet<string>;
}

/** Many runs have one task, and its patches are long. */
const read = new WeakMap<Task, TaskTests>();

/**
 * Reads which test files judge a task off its test patch and the ids of its tests (`path::name`, `name (module.Class)`), once
 * for each task.
 */
export function taskTests(task: Task): TaskTests {
  const known = read.get(task) ?? readTaskTests(task);
  read.set(task, known);
  return known;
}

function readTaskTests({ testPatch, goldPatch, failToPass, passToPass }: Task): TaskTests {
  const files = parseUnifiedDiff(testPatch ?? "");
  const changed = new Set(files.flatMap(({ oldPath }) => (oldPath === null ? [] : [oldPath])));
  const created = new Set(
    files.flatMap(({ oldPath, newPath }) => (oldPath === null && newPath !== null ? [newPath] : [])),
  );
  const named = new Set<string>();
  const modules = new Set<string>();
  for (const id of [...failToPass, ...passToPass]) {
    const path = /^([^\s:]+\.\w+)(?:::|$|:)/.exec(id)?.[1];
    if (path !== undefined) named.add(path);
    const module = /\(([\w.]+)\)\s*$/.exec(id)?.[1];
    if (module !== undefined) modules.add(module.replace(/\.[A-Z]\w*(?:\.\w+)?$/, "").replaceAll(".", "/"));
  }
  const passing = new Set(passToPass.map((id) => id.split("::", 1)[0] ?? id));
  return {
    wasThere: (path) => changed.has(path) || passing.has(path),
    isJudging: (path) => {
      if (created.has(path)) return false;
      const module = path.replace(/\.py$/, "");
      return (
        changed.has(path) ||
        named.has(path) ||
        [...modules].some((each) => module === each || module.endsWith(`/${each}`))
      );
    },
    added: linesOf(testPatch, "+"),
    removed: linesOf(testPatch, "-"),
    reference: linesOf(goldPatch, "+"),
  };
}

function linesOf(patch: string | null, kind: "+" | "-"): ReadonlySet<string> {
  const hunks = parseUnifiedDiff(patch ?? "").flatMap((file) => file.hunks);
  return new Set(
    hunks.flatMap(({ lines }) => lines.filter((line) => line.kind === kind).map(({ text }) => text.trim())),
  );
}
