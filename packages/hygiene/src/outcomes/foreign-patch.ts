import { filesOfPatch, parseUnifiedDiff, type Task, turnsOf } from "@memop/trajectory";
import { excerptOf } from "../excerpt.ts";
import type { HygieneFilter } from "../filter.ts";
import { textsIn } from "../leaks/own-words.ts";
import type { RunUnderCheck } from "../run-under-check.ts";
import { verdictOn } from "../verdict.ts";

/**
 * Drops a run whose patch is of another repository: none of the files that it changes was named in the run, by the issue or
 * by the task's own patches.
 *
 * A file counts as named by its path, or by its name together with its folder's. Created files tell nothing, nor do files at
 * the root (`tox.ini`): every repository has them, and environments change them. A run without turns says nothing.
 */
export const foreignPatch: HygieneFilter<Pick<RunUnderCheck, "trajectory" | "tasks">> = {
  name: "foreign-patch",
  reasons: ["foreign-patch"],
  check({ trajectory, tasks }) {
    const { finalPatch } = trajectory;
    if (finalPatch === null || turnsOf(trajectory) === 0) return { verdict: "keep" };
    const changed = parseUnifiedDiff(finalPatch).flatMap(({ oldPath }) => (oldPath === null ? [] : [oldPath]));
    if (!changed.some((path) => path.includes("/"))) return { verdict: "keep" };
    const known = new Set(tasks.flatMap(filesOfTask));
    if (changed.some((path) => known.has(path))) return { verdict: "keep" };
    const texts = textsOf(trajectory, tasks);
    if (changed.some((path) => isNamed(path, texts))) return { verdict: "keep" };
    return verdictOn(
      "foreign-patch",
      changed.map((path) => ({
        place: "patch",
        step: null,
        turn: null,
        path,
        excerpt: excerptOf(`${path} is named nowhere in the run`),
      })),
    );
  },
};

function filesOfTask({ goldPatch, testPatch }: Task): readonly string[] {
  return [...filesOfPatch(goldPatch ?? ""), ...filesOfPatch(testPatch ?? "")];
}

function isNamed(path: string, texts: readonly string[]): boolean {
  const [folder, name = path] = path.split("/").slice(-2);
  if (texts.some((text) => text.includes(`${folder}/${name}`))) return true;
  return (
    texts.some((text) => text.includes(name)) && texts.some((text) => folder !== undefined && text.includes(folder))
  );
}

/** What a run and its issue say, the agent's own words first: they are short and name most files. */
function textsOf({ steps }: RunUnderCheck["trajectory"], tasks: readonly Task[]): readonly string[] {
  return [
    ...steps.flatMap(({ text, toolCalls }) => [text, ...toolCalls.flatMap((call) => textsIn(call.arguments))]),
    ...steps.flatMap(({ edits }) => edits.map(({ path }) => path)),
    ...tasks.map(({ problemStatement }) => problemStatement ?? ""),
    ...steps.flatMap(({ observations }) => observations.map(({ content }) => content)),
  ];
}
