import { canonicalJson, type Json } from "@memop/core";
import { extractEdits, loadShellParser, type Step, type Trajectory, turnsOf } from "@memop/trajectory";
import type { StoredTrajectory } from "../show-workspace.ts";

/** What a run did from a turn on. */
export interface TailSummary {
  readonly id: string;
  readonly condition: string;
  readonly run: string | null;
  /** Turns of the whole run, and those from the divergence on. */
  readonly turns: number;
  readonly turnsLeft: number;
  /** Calls in the tail by tool. */
  readonly calls: Readonly<Record<string, number>>;
  /** Files that successful edits of the tail changed, and how many edits were refused. */
  readonly editedFiles: readonly string[];
  readonly refusedEdits: number;
  readonly exitStatus: string | null;
  /** Null when unknown. */
  readonly resolved: boolean | null;
}

/** Two runs compared by what they did. */
export interface RunComparison {
  /** True when the runs are of one task. */
  readonly isSameTask: boolean;
  /** True when the messages before the first turn differ, as they do when one of them holds a memory. */
  readonly promptsDiffer: boolean;
  /** First turn, from 1, whose calls differ (whose text, where neither calls a tool); null when the runs do the same throughout. */
  readonly divergence: number | null;
  /** First turn of equal calls that were answered differently; null when there is none before the divergence. */
  readonly firstReplyDifference: number | null;
  readonly a: TailSummary;
  readonly b: TailSummary;
}

/** Finds where two runs part, and sums up what each did from there on. Thoughts and wording do not count, actions do. */
export async function compareRuns(a: StoredTrajectory, b: StoredTrajectory): Promise<RunComparison> {
  const [one, other] = [turnSteps(a.trajectory), turnSteps(b.trajectory)];
  const most = Math.max(one.length, other.length);
  let divergence: number | null = null;
  let firstReplyDifference: number | null = null;
  for (let at = 0; at < most && divergence === null; at += 1) {
    if (actionOf(one[at]) !== actionOf(other[at])) divergence = at + 1;
    else if (firstReplyDifference === null && replyOf(one[at]) !== replyOf(other[at])) firstReplyDifference = at + 1;
  }
  const from = divergence ?? most + 1;
  return {
    isSameTask: a.trajectory.taskId !== null && a.trajectory.taskId === b.trajectory.taskId,
    promptsDiffer: promptOf(a.trajectory) !== promptOf(b.trajectory),
    divergence,
    firstReplyDifference,
    a: await summaryOf(a, from),
    b: await summaryOf(b, from),
  };
}

/** The steps of a run that are turns, in order: place n is turn n + 1. */
export function turnSteps(trajectory: Trajectory): readonly Step[] {
  return trajectory.steps.filter(({ turn }) => turn !== null);
}

async function summaryOf(stored: StoredTrajectory, from: number): Promise<TailSummary> {
  const { trajectory } = stored;
  const tail = turnSteps(trajectory).slice(from - 1);
  const calls = new Map<string, number>();
  for (const { name } of tail.flatMap(({ toolCalls }) => toolCalls)) calls.set(name, (calls.get(name) ?? 0) + 1);
  const first = tail[0]?.turn ?? Number.POSITIVE_INFINITY;
  const edits = extractEdits(trajectory, await loadShellParser()).filter(({ turn }) => turn >= first);
  return {
    id: stored.id,
    condition: stored.condition,
    run: stored.run,
    turns: turnsOf(trajectory),
    turnsLeft: tail.length,
    calls: Object.fromEntries([...calls].sort(([x], [y]) => (x < y ? -1 : 1))),
    editedFiles: [...new Set(edits.filter(({ edit }) => edit.succeeded).map(({ edit }) => edit.path))].sort(),
    refusedEdits: edits.filter(({ edit }) => !edit.succeeded).length,
    exitStatus: trajectory.exitStatus,
    resolved: stored.resolved,
  };
}

function actionOf(step: Step | undefined): string | null {
  if (step === undefined) return null;
  if (step.toolCalls.length === 0) return JSON.stringify(step.text);
  return canonicalJson(step.toolCalls.map(({ name, arguments: args }) => [name, args as Json]));
}

function replyOf(step: Step | undefined): string {
  return JSON.stringify(step?.observations.map(({ content, exitCode }) => [content, exitCode]) ?? []);
}

function promptOf({ steps }: Trajectory): string {
  const first = steps.findIndex(({ turn }) => turn !== null);
  return JSON.stringify(steps.slice(0, first === -1 ? undefined : first).map(({ source, text }) => [source, text]));
}
