import type { Task } from "@memop/trajectory";
import { codeTokens } from "./code-tokens.ts";
import { type SignificantLine, significantLines } from "./significant-lines.ts";

/** Many memories serve one task, and its patch is long. */
const read = new WeakMap<Task, readonly SignificantLine[]>();

/** The significant lines of a task's reference solution that its issue does not show; read once for each task. */
export function goldLinesOfTask(task: Task): readonly SignificantLine[] {
  const known = read.get(task) ?? readGoldLines(task);
  read.set(task, known);
  return known;
}

function readGoldLines({ goldPatch, problemStatement }: Task): readonly SignificantLine[] {
  const issue = codeTokens(problemStatement ?? "");
  return significantLines(goldPatch ?? "").filter(({ tokens }) => !issue.includes(tokens));
}
