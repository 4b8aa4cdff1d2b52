import { parseUnifiedDiff, type Task } from "@memop/trajectory";
import { excerptOf } from "../excerpt.ts";
import type { HygieneFilter } from "../filter.ts";
import type { MemoryUnderCheck } from "../memory-under-check.ts";
import { type Evidence, verdictOn } from "../verdict.ts";

/**
 * Drops a memory that names a test which judges one of its tasks (FAIL_TO_PASS): by its whole id, or by its function's name
 * where that is telling.
 *
 * Names in the issue are public. Where the test patch is known, a function that it does not add was there before the fix,
 * and its bare name is no secret.
 */
export const hiddenTests: HygieneFilter<MemoryUnderCheck> = {
  name: "hidden-tests",
  reasons: ["leak-hidden-test"],
  check({ memory, tasks }) {
    const evidence = tasks.flatMap((task) =>
      namesOf(task)
        .filter((name) => holdsWord(memory.text, name) && !holdsWord(task.problemStatement ?? "", name))
        .map((name): Evidence => ({ place: "memory", step: null, turn: null, path: null, excerpt: excerptOf(name) })),
    );
    return verdictOn("leak-hidden-test", evidence);
  },
};

/** Many memories serve one task, and its test patch is long. */
const read = new WeakMap<Task, readonly string[]>();

function namesOf(task: Task): readonly string[] {
  const known = read.get(task) ?? hiddenNames(task);
  read.set(task, known);
  return known;
}

/** Ids of the failing tests, and the names of their functions that are new and telling. */
function hiddenNames({ failToPass, testPatch }: Task): readonly string[] {
  // An empty test patch says nothing: the tests that judge the task came from somewhere.
  const added = testPatch === null || testPatch.trim() === "" ? null : addedText(testPatch);
  const bare = failToPass
    .map(functionName)
    .filter((name) => name !== null && isTelling(name) && (added === null || holdsWord(added, name)));
  const whole = failToPass.filter((id) => id.length >= 12 && /[:. /]/.test(id));
  return [...new Set([...whole, ...(bare as string[])])];
}

/** `tests/t.py::T::test_a[x]`, `test_a (pkg.T)`, `TestA/sub`: the function's own name; null for titles in prose. */
function functionName(id: string): string | null {
  const last = id.split("::").at(-1) ?? id;
  return /^[\p{L}_][\p{L}\p{N}_]*(?=$|[[(/]|\s+\()/u.exec(last)?.[0] ?? null;
}

function isTelling(name: string): boolean {
  return name.length >= 8 && /_|[a-z][A-Z]/.test(name);
}

function addedText(patch: string): string {
  return parseUnifiedDiff(patch)
    .flatMap(({ hunks }) => hunks.flatMap(({ lines }) => lines.filter(({ kind }) => kind === "+")))
    .map(({ text }) => text)
    .join("\n");
}

/** True when `text` holds `name` and no letter, digit or underscore goes on at either end of it. */
function holdsWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const around = `${text[at - 1] ?? " "}${text[at + name.length] ?? " "}`;
    const isOpen = [!/[\p{L}\p{N}_]/u.test(name[0] ?? ""), !/[\p{L}\p{N}_]/u.test(name.at(-1) ?? "")];
    if (
      (isOpen[0] || !/[\p{L}\p{N}_]/u.test(around[0] ?? " ")) &&
      (isOpen[1] || !/[\p{L}\p{N}_]/u.test(around[1] ?? " "))
    )
      return true;
  }
  return false;
}
