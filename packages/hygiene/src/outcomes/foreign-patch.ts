import { filesOfPatch, parseUnifiedDiff, type Step, type Task, turnsOf } from "@memop/trajectory";
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
    const { finalPatch, steps } = trajectory;
    if (finalPatch === null || turnsOf(trajectory) === 0) return { verdict: "keep" };
    const changed = parseUnifiedDiff(finalPatch).flatMap(({ oldPath }) => (oldPath === null ? [] : [oldPath]));
    if (!changed.some((path) => path.includes("/"))) return { verdict: "keep" };
    const known = new Set(tasks.flatMap(filesOfTask));
    const texts = [...steps.flatMap(textsOfStep), ...tasks.map(({ problemStatement }) => problemStatement ?? "")];
    if (changed.some((path) => known.has(path) || isNamed(path, texts))) return { verdict: "keep" };
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
  const segments = path.split("/");
  const name = segments.at(-1) ?? path;
  const folder = segments.at(-2);
  if (texts.some((text) => text.includes(folder === undefined ? name : `${folder}/${name}`))) return true;
  return (
    folder !== undefined && texts.some((text) => text.includes(name)) && texts.some((text) => text.includes(folder))
  );
}

function textsOfStep({ text, toolCalls, observations, edits }: Step): readonly string[] {
  return [
    text,
    ...toolCalls.flatMap((call) => textsIn(call.arguments)),
    ...observations.map(({ content }) => content),
    ...edits.map(({ path }) => path),
  ];
}
