import type { Step, ToolCall, Trajectory } from "@memop/trajectory";
import { isSamePath } from "../is-same-path.ts";
import { impliedByResolution, metricsOf, type ScoreCard } from "../score-card.ts";
import { locEvalGold } from "./loc-eval-gold.ts";

/** What the localization evaluator of OpenHands looks at. */
export interface LocEvalInput {
  readonly trajectory: Trajectory;
  readonly goldPatch: string | null;
  readonly budget: number | null;
  readonly resolved: boolean | null;
}

/** One action of the agent: the evaluator counts every tool call of a response, and every message, as one. */
interface Action {
  /** Function names that the edits of its response name, by path as written; empty when the action is no edit. */
  readonly named: ReadonlyMap<string, readonly string[]>;
}

/**
 * Scores a rollout as the localization evaluator published with OpenHands does (failed runs aligned with the turn limit).
 *
 * What differs from `scoreRollout`: gold functions are names near changed lines of Python files, a gold file without one is
 * dropped; an edit counts only when its old or new text names a `def`; `create` and `str_replace` count, refused ones too,
 * shell edits do not; every tool call is a turn. Where the evaluator stops with an error (no gold function, an `insert`), the
 * metric is null or the edit names nothing; turns beyond the limit count as the limit. Source: docs/papers.md#openhands-loc-eval.
 */
export function scoreAsLocEval({ trajectory, goldPatch, budget, resolved }: LocEvalInput): ScoreCard {
  const gold = goldPatch === null ? new Map<string, ReadonlySet<string>>() : locEvalGold(goldPatch);
  const root = sandboxRoot(trajectory);
  const actions = actionsOf(trajectory);
  const files = new Map<string, number>();
  const functions = new Map<string, number>();
  for (const [at, { named }] of actions.entries()) {
    for (const [path, names] of named) {
      const file = [...gold.keys()].find((each) =>
        root === null ? isSamePath(path, each) : path === `${root}/${each}`,
      );
      if (file === undefined) continue;
      for (const name of names) {
        if (!files.has(file)) files.set(file, at + 1);
        const key = `${file}\n${name}`;
        if (gold.get(file)?.has(name) && !functions.has(key)) functions.set(key, at + 1);
      }
    }
  }
  const turns = actions.length;
  const seen = {
    files: [...gold.keys()].map((file) => files.get(file) ?? null),
    functions: [...gold].flatMap(([file, names]) =>
      [...names].map((name) => functions.get(`${file}\n${name}`) ?? null),
    ),
  };
  const metrics = metricsOf(resolved === true ? impliedByResolution(seen, turns) : seen, { turns, budget, resolved });
  return { metrics, notes: notesOf(gold.size, turns, budget, resolved) };
}

/** The folder in which the repository was put, as the prompt of OpenHands names it; null when it does not. */
function sandboxRoot({ steps }: Trajectory): string | null {
  for (const { source, text } of steps) {
    const named =
      source === "user" ? /<uploaded_files>([\s\S]*?)<\/uploaded_files>/.exec(text)?.[1]?.trim() : undefined;
    if (named !== undefined && named !== "") return named;
  }
  return null;
}

/** Actions in order. The last event of a log is never looked at, so an action without an answer at its end is none. */
function actionsOf({ steps }: Trajectory): Action[] {
  const agentSteps = steps.filter(({ source, marks }) => source === "agent" || marks.includes("condensation"));
  const actions = agentSteps.flatMap((step) => {
    const named = namedByEdits(step);
    if (step.toolCalls.length === 0) return [{ named: new Map() }];
    return step.toolCalls.map((call) => ({ named: isEditCall(call) ? named : new Map() }));
  });
  return agentSteps.at(-1)?.observations.length === 0 ? actions.slice(0, -1) : actions;
}

const editedTexts: Readonly<Record<string, readonly string[]>> = {
  create: ["file_text"],
  str_replace: ["old_str", "new_str"],
};

function isEditCall({ arguments: { command, path } }: ToolCall): boolean {
  return typeof path === "string" && typeof command === "string" && command in editedTexts;
}

/** Every edit of one response together: the evaluator reads all of them at each. A later edit that names nothing clears its path. */
function namedByEdits({ toolCalls }: Step): Map<string, readonly string[]> {
  const named = new Map<string, readonly string[]>();
  for (const { arguments: given } of toolCalls.filter(isEditCall)) {
    const texts = (editedTexts[given.command as string] ?? []).map((key) => given[key]);
    const names = texts.flatMap((text) => (typeof text === "string" ? definedIn(text) : []));
    const path = given.path as string;
    named.set(path, names.length === 0 ? [] : [...(named.get(path) ?? []), ...names]);
  }
  return named;
}

function definedIn(text: string): string[] {
  return [...text.matchAll(/\bdef\s+([a-zA-Z_]\w*)\s*\(/g)].map(([, name]) => name as string);
}

function notesOf(goldFiles: number, turns: number, budget: number | null, resolved: boolean | null): string[] {
  const notes = goldFiles === 0 ? ["no-gold-functions"] : [];
  if (budget === null) notes.push("budget-unknown");
  else if (turns > budget) notes.push(`turns-over-budget:${turns}>${budget}`);
  if (resolved === null) notes.push("outcome-unknown");
  return notes;
}
