import { isSamePath } from "@memop/metrics";
import type { Edit } from "@memop/trajectory";
import type { FailedAction, FailureEvidence } from "./failure-evidence.ts";

/** A way in which runs fail, with the rule that finds it. */
export interface FailurePattern {
  readonly name: string;
  /** The rule in words: what must hold. */
  readonly rule: string;
  /** Null when the run does not tell. */
  decide(evidence: FailureEvidence): boolean | null;
}

/** How often, at the least, before a rule speaks of a pattern. */
const least = { inRow: 3, repeats: 5, repeatShare: 0.25, failedCommands: 3, refusedEdits: 2, missing: 2 } as const;

const brokenEnvironment =
  /command not found|ModuleNotFoundError|No module named|Permission denied|Cannot find module|[Tt]imed out|timeout|Connection refused|No space left/;
const brokenCode = /\b(?:SyntaxError|IndentationError|TabError)\b|error\[E\d{4}\]|error TS\d{4}:|: error: expected/;
const notThere =
  /No such file or directory|does not exist|[Ff]ile \S+ not found|did not match any file|[Uu]nknown tool|No such tool|is not a valid (?:command|tool|path)/;
const environmentExits: ReadonlySet<number> = new Set([124, 126, 127, 137]);

const repositoryStructure: FailurePattern = {
  name: "repository-structure",
  rule: "no gold file was located",
  decide: ({ goldFileFound }) => (goldFileFound === null ? null : goldFileFound === 0),
};

const repetition: FailurePattern = {
  name: "repetition",
  rule: "the same call three times in a row, or at least five calls, a quarter of all, that repeat an earlier call and its reply",
  decide({ actions }) {
    if (actions.length === 0) return null;
    let inRow = 1;
    const seen = new Set<string>();
    let repeats = 0;
    for (const [at, action] of actions.entries()) {
      inRow = action.call === actions[at - 1]?.call ? inRow + 1 : 1;
      if (inRow >= least.inRow) return true;
      const key = JSON.stringify([action.call, action.reply]);
      if (seen.has(key)) repeats += 1;
      seen.add(key);
    }
    return repeats >= least.repeats && repeats >= least.repeatShare * actions.length;
  },
};

const coding: FailurePattern = {
  name: "coding",
  rule: "the patch does not apply, two edits were refused, or a syntax error came up after an edit",
  decide({ edits, actions, reason }) {
    if (reason === "patch-not-applied" || reason === "resolved-but-patch-not-applied") return true;
    if (edits.length === 0) return actions.length === 0 ? null : false;
    if (edits.filter(({ edit }) => !edit.succeeded).length >= least.refusedEdits) return true;
    const first = Math.min(...edits.map(({ turn }) => turn));
    return actions.some(({ turn, reply }) => turn >= first && brokenCode.test(reply));
  },
};

const execution: FailurePattern = {
  name: "execution",
  rule: "three calls failed for their environment: command or module not found, no permission, out of time",
  decide: ({ actions }) =>
    actions.length === 0 ? null : actions.filter(isEnvironmentFailure).length >= least.failedCommands,
};

const inconsistency: FailurePattern = {
  name: "inconsistency",
  rule: "a change is made again after it was taken back, or the final patch changes other files and leaves out a gold file that was edited",
  decide({ edits, goldFiles, patchedFiles }) {
    const made = edits.map(({ edit }) => edit).filter(({ succeeded }) => succeeded);
    if (made.length === 0) return edits.length === 0 ? null : false;
    if (isMadeAgain(made)) return true;
    if (goldFiles === null || patchedFiles === null || patchedFiles.length === 0) return false;
    const edited = goldFiles.filter((path) => made.some((edit) => isSamePath(edit.path, path)));
    return edited.some((path) => !patchedFiles.some((patched) => isSamePath(patched, path)));
  },
};

const hallucination: FailurePattern = {
  name: "hallucination",
  rule: "two different calls named a file, path or tool that is not there",
  decide({ actions }) {
    if (actions.length === 0) return null;
    const calls = new Set(actions.filter(({ reply }) => notThere.test(reply)).map(({ call }) => call));
    return calls.size >= least.missing;
  },
};

const reasoning: FailurePattern = {
  name: "reasoning",
  rule: "a gold function (a gold file, where the patch changes no function) was located and the patch applies, and neither coding nor inconsistency holds: the right place, the wrong change",
  decide(evidence) {
    const found = evidence.goldFunctionFound ?? evidence.goldFileFound;
    if (found === null) return null;
    if (found === 0 || evidence.patchedFiles?.length === 0) return false;
    return coding.decide(evidence) !== true && inconsistency.decide(evidence) !== true;
  },
};

/** The seven patterns of the paper, in its order. The names are MemOp's, the rules ours. Source: docs/papers.md#failure-patterns. */
export const failurePatterns = [
  repositoryStructure,
  repetition,
  reasoning,
  coding,
  execution,
  inconsistency,
  hallucination,
] as const;

/** What a run is called that no rule speaks of. */
export const unlabelled = "unlabelled";

/** What each rule says of a run, by pattern; null where it cannot tell. */
export function labelFailure(evidence: FailureEvidence): Readonly<Record<string, boolean | null>> {
  return Object.fromEntries(failurePatterns.map((pattern) => [pattern.name, pattern.decide(evidence)]));
}

function isEnvironmentFailure({ reply, exitCode }: FailedAction): boolean {
  if (exitCode !== null && environmentExits.has(exitCode)) return true;
  return exitCode !== 0 && brokenEnvironment.test(reply.slice(-4000));
}

/** True when an edit comes a second time and its file was put back, or the inverse edit made, in between. */
function isMadeAgain(edits: readonly Edit[]): boolean {
  const isTakenBack = (back: Edit, edit: Edit): boolean =>
    back.path === edit.path &&
    (back.kind === "revert" || (back.oldText === edit.newText && back.newText === edit.oldText));
  return edits.some((edit, first) => {
    if (edit.oldText === null || edit.newText === null || edit.oldText === edit.newText) return false;
    const back = edits.findIndex((each, at) => at > first && isTakenBack(each, edit));
    const isSame = (each: Edit): boolean =>
      each.path === edit.path && each.oldText === edit.oldText && each.newText === edit.newText;
    return back !== -1 && edits.some((each, at) => at > back && isSame(each));
  });
}
