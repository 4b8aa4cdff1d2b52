import { cp, rm } from "node:fs/promises";
import type { PreparedTask } from "../repository/prepare-task.ts";
import { runOrThrow } from "../repository/run-command.ts";
import { type Ending, solve } from "./solve.ts";
import type { Turn } from "./turn.ts";
import { openWorkbench } from "./workbench.ts";

/** The most turns of a rollout. */
export const turnBudget = 20;

/** A recorded rollout, independent of any layout. */
export interface Rollout {
  readonly turns: readonly Turn[];
  readonly ending: Ending;
  /**
   * The patch that is judged. mini-swe-agent hands in nothing when it runs into its limit; the other two take the
   * working tree as it is, new files included.
   */
  readonly finalPatch: string;
}

/** Lets the agent work on a copy of a task's clone. `repeat` (1, 2, 3) chooses the search order, the same in all arms. */
export async function recordRollout(
  task: PreparedTask,
  memoryText: string | null,
  repeat: number,
  directory: string,
): Promise<Rollout> {
  await cp(task.clone, directory, { recursive: true });
  const isShell = task.repository.layout === "mini-swe-agent";
  const bench = openWorkbench(directory, shownPath(task), turnBudget);
  const ending = await solve(bench, {
    issueText: task.row.problem_statement,
    memoryText,
    seed: `${task.row.instance_id}#${repeat}`,
    interface: isShell ? "shell" : "editor",
  });
  const submitted = bench.turns.at(-1)?.output.replace(/^COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT\n/, "") ?? "";
  const finalPatch =
    isShell || ending === "submitted"
      ? ending === "submitted"
        ? submitted
        : ""
      : await runOrThrow(directory, "git add -A && git diff --cached HEAD");
  await rm(directory, { recursive: true });
  return { turns: bench.turns, ending, finalPatch };
}

/** The path of the working tree as the agent sees it. */
export function shownPath(task: PreparedTask): string {
  if (task.repository.layout !== "openhands") return "/testbed";
  return `/workspace/${task.row.repo.replace("/", "__")}__${task.row.version}`;
}
