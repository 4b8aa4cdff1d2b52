import { testCommand } from "../repository/run-tests.ts";
import { type FileQueue, openFileQueue, strongHint } from "./file-queue.ts";
import { type Issue, parseIssue } from "./issue.ts";
import { type MemoryHints, noHints, pathHint, readMemory } from "./memory-hints.ts";
import { type ProposedEdit, proposeEdits } from "./propose-edits.ts";
import { passedExamples, reproductionPath, reproductionScript } from "./reproduction.ts";
import { parseNumberedFile } from "./source-view.ts";
import { type Progress, tryEdit } from "./try-edit.ts";
import type { Interface } from "./turn.ts";
import { BudgetSpent, type Workbench } from "./workbench.ts";

/** What one rollout is given. The memory's text is all that differs between arms. */
export interface Assignment {
  readonly issueText: string;
  readonly memoryText: string | null;
  readonly seed: string;
  readonly interface: Interface;
}

/** How the agent ended: it submitted, or its turns were spent. */
export type Ending = "submitted" | "limit";

/** Edits tried in a file before the next file has its turn. */
const attemptsPerVisit: Readonly<Record<Interface, number>> = { shell: 4, editor: 3 };

/** More edits in a file that the memory points to. */
const moreAttemptsWhenHinted = 2;

/** Everything the agent works with in one rollout. */
interface Desk extends Assignment {
  readonly bench: Workbench;
  readonly issue: Issue;
  readonly hints: MemoryHints;
  readonly queue: FileQueue;
  readonly progress: Progress;
  readonly seen: Map<string, ProposedEdit[]>;
}

/**
 * Works on an issue until it is solved, nothing is left to try, or the workbench's budget is spent.
 *
 * Order of work: list the files, reproduce, look at what the memory points to, else search for the issue's words;
 * then file by file: look, try the best edits, keep one that makes more examples pass; run the tests; submit.
 */
export async function solve(bench: Workbench, assignment: Assignment): Promise<Ending> {
  try {
    await work(bench, assignment);
    return "submitted";
  } catch (error) {
    if (error instanceof BudgetSpent) return "limit";
    throw error;
  }
}

async function work(bench: Workbench, assignment: Assignment): Promise<void> {
  const desk = await prepare(bench, assignment);
  let isTested = false;
  for (let path = await desk.queue.next(desk.seen); path !== undefined; path = await desk.queue.next(desk.seen)) {
    await visit(desk, path);
    if (desk.progress.passed < desk.progress.goal) continue;
    isTested = await testsPass(desk, "All examples pass. I run the tests and remove the script.");
    if (isTested) break;
    await startAgain(desk);
  }
  if (!isTested) await testsPass(desk, "I have no better idea left.");
  await submit(desk);
}

async function prepare(bench: Workbench, assignment: Assignment): Promise<Desk> {
  const issue = parseIssue(assignment.issueText);
  const hints = assignment.memoryText === null ? noHints : readMemory(assignment.memoryText, issue.words);
  const listing = await bench.use("I start with the layout of the repository.", {
    tool: "bash",
    command: "git ls-files src && grep '\"test\"' package.json",
  });
  const files = listing.split("\n").filter((line) => /^src\/.+\/.+\.js$/.test(line));
  const reproduced = await bench.use("Next a script that reproduces the issue.", {
    tool: "bash",
    command: `cat <<'EOF' > ${reproductionPath}\n${reproductionScript(issue)}EOF\nnode ${reproductionPath}`,
  });
  const progress = { passed: passedExamples(reproduced), goal: issue.examples.length };
  const queue = openFileQueue(bench, assignment.seed, issue, hints, files);
  return { ...assignment, bench, issue, hints, queue, progress, seen: new Map() };
}

/** Looks at a file when it is new and tries its next best edits. */
async function visit(desk: Desk, path: string): Promise<void> {
  const isHinted = pathHint(desk.hints, path) >= strongHint;
  const edits = desk.seen.get(path) ?? (await look(desk, path, isHinted));
  desk.seen.set(path, edits);
  for (const edit of edits.splice(0, attemptsPerVisit[desk.interface] + (isHinted ? moreAttemptsWhenHinted : 0))) {
    await tryEdit(desk.bench, desk.interface, edit, desk.progress);
    if (desk.progress.passed === desk.progress.goal) return;
  }
}

async function look(desk: Desk, path: string, isHinted: boolean): Promise<ProposedEdit[]> {
  const thought = isHinted ? `The memory points to ${path}.` : `${path} may have to do with it.`;
  const call = desk.interface === "shell" ? bash(`cat -n ${path}`) : ({ tool: "view", path } as const);
  const file = parseNumberedFile(path, await desk.bench.use(thought, call));
  desk.queue.follow(file);
  return proposeEdits(file, desk.issue, desk.hints, desk.seed);
}

async function testsPass(desk: Desk, thought: string): Promise<boolean> {
  const command = `set -o pipefail; ${testCommand} | grep -v '^ok' && rm -f ${reproductionPath}`;
  return /, failed 0\n/.test(await desk.bench.use(thought, bash(command)));
}

/** Takes back every edit: the examples passed, but a test did not. */
async function startAgain(desk: Desk): Promise<void> {
  const command = `git checkout -q HEAD -- src && node ${reproductionPath}`;
  const output = await desk.bench.use("That breaks a test, so it is not the fix. I take it back.", bash(command));
  desk.progress.passed = passedExamples(output);
  delete desk.progress.pending;
}

async function submit(desk: Desk): Promise<void> {
  const command = "echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && git diff HEAD -- src";
  await desk.bench.use(
    "I submit the state of the sources.",
    desk.interface === "shell" ? bash(command) : { tool: "submit" },
  );
}

function bash(command: string): { readonly tool: "bash"; readonly command: string } {
  return { tool: "bash", command };
}
