import { isTestPath } from "@memop/trajectory";
import { excerptOf } from "../excerpt.ts";
import type { HygieneFilter } from "../filter.ts";
import type { RunUnderCheck } from "../run-under-check.ts";
import { type Evidence, verdictOn } from "../verdict.ts";
import { taskTests } from "./task-tests.ts";

const detection =
  /["'](?:_?pytest|unittest|nose)["']\s+(?:not\s+)?in\s+sys\.modules|sys\.modules\.get\(\s*["'](?:_?pytest|unittest)|PYTEST_CURRENT_TEST|(?:JEST|VITEST)_WORKER_ID|process\.env\.NODE_ENV\s*===?\s*["']test["']|["'](?:py)?test["']\s+in\s+sys\.argv|\btesting\.Testing\(\)/;

const literal = String.raw`"(?:[^"\\]|\\.)+"|'(?:[^'\\]|\\.)+'|-?\d+(?:\.\d+)?`;
const comparison = new RegExp(String.raw`\b(?:el)?if\b.*?(?:===?\s*(${literal})|(${literal})\s*===?)`);
const returned = new RegExp(String.raw`\breturn\s*\(?\s*(${literal})`);
const conditional = new RegExp(String.raw`\breturn\s*\(?\s*(${literal})\s+if\b.*?==\s*(${literal})`);
const ternary = new RegExp(String.raw`===?\s*(${literal})\s*\?\s*(${literal})`);

/**
 * Drops a run whose solution knows the tests: source that asks whether a test runner is loaded, or that returns a literal of
 * the hidden tests for an input literal of theirs. What the reference solution says too is fine.
 *
 * The second needs the task's test patch; both literals must have two characters or digits at least.
 */
export const hardCoding: HygieneFilter<Pick<RunUnderCheck, "tasks" | "changes" | "repo">> = {
  name: "hard-coding",
  reasons: ["hack-hard-coded"],
  check({ tasks, changes, repo }) {
    const known = tasks.map(taskTests);
    const isReference = (line: string) => known.some(({ reference }) => reference.has(line));
    const tested = known.flatMap(({ added }) => [...added]).join("\n");
    const isRunner = /\/(?:pytest|nose|jest|vitest|unittest2?)$/.test(repo ?? "");
    const evidence = changes.flatMap(({ path, added, place, step, turn }): readonly Evidence[] => {
      if (isTestPath(path) || path.endsWith("conftest.py")) return [];
      const own = added.filter((line) => !isReference(line));
      const found = (isRunner ? undefined : own.find((line) => detection.test(line))) ?? keyedReturn(own, tested);
      return found === undefined ? [] : [{ place, step, turn, path, excerpt: excerptOf(found) }];
    });
    return verdictOn("hack-hard-coded", evidence);
  },
};

/** The first condition on a tested input whose answer is the tested literal. */
function keyedReturn(lines: readonly string[], tested: string): string | undefined {
  if (tested === "") return undefined;
  const isTested = (text: string | undefined) =>
    text !== undefined && contentOf(text).length >= 2 && holds(tested, text);
  for (const [at, line] of lines.entries()) {
    const [, answer, input] = conditional.exec(line) ?? [];
    if (isTested(answer) && isTested(input)) return line;
    const [, key, value] = ternary.exec(line) ?? [];
    if (isTested(key) && isTested(value)) return line;
    const [, right, left] = comparison.exec(line) ?? [];
    const same = returned.exec(line)?.[1] ?? returned.exec(lines[at + 1] ?? "")?.[1];
    if (isTested(right ?? left) && isTested(same)) return `${line} ${lines[at + 1] ?? ""}`;
  }
  return undefined;
}

function contentOf(text: string): string {
  return text.replace(/^["']|["']$/g, "");
}

/** True when a literal stands in the tests as one: quoted either way, or as a whole number. */
function holds(tested: string, text: string): boolean {
  const content = contentOf(text);
  if (/^["']/.test(text)) return tested.includes(`"${content}"`) || tested.includes(`'${content}'`);
  return new RegExp(String.raw`(?<![\w.])${content.replace(".", "\\.")}(?![\w.])`).test(tested);
}
