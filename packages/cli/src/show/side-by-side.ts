import type { Step } from "@memop/trajectory";
import type { StoredTrajectory } from "../show-workspace.ts";
import { type RunComparison, type TailSummary, turnSteps } from "./compare-runs.ts";
import { painter } from "./paint.ts";
import { stepLines } from "./step-lines.ts";

/** How two runs are shown. */
export interface SideBySideOptions {
  /** Columns of the terminal. */
  readonly width: number;
  readonly isFull: boolean;
}

/** Turns before the divergence that are shown, and narrowest column. */
const contextTurns = 1;
const leastColumn = 24;
const gutter = " │ ";

/** Two runs beside each other, from the turn before they part to their ends, with what each did since in the head. */
export function sideBySide(
  a: StoredTrajectory,
  b: StoredTrajectory,
  comparison: RunComparison,
  { width, isFull }: SideBySideOptions,
): string {
  const column = Math.max(leastColumn, Math.floor((width - gutter.length) / 2));
  const { divergence, promptsDiffer, firstReplyDifference, isSameTask } = comparison;
  const head = [
    ...(isSameTask ? [] : ["the runs are of different tasks"]),
    ...(promptsDiffer ? ["their prompts differ"] : []),
    ...(firstReplyDifference === null ? [] : [`turn ${firstReplyDifference}: the same calls, other replies`]),
    divergence === null ? "they make the same calls throughout" : `they part at turn ${divergence}`,
  ];
  const lines = pair(summaryLines(comparison.a), summaryLines(comparison.b), column);
  const [one, other] = [turnSteps(a.trajectory), turnSteps(b.trajectory)];
  if (divergence !== null) {
    const paint = painter(false);
    const block = (step: Step | undefined): readonly string[] =>
      step === undefined ? [] : stepLines(step, isFull, paint);
    for (let at = Math.max(0, divergence - 1 - contextTurns); at < Math.max(one.length, other.length); at += 1) {
      const isFirst = at === divergence - 1;
      lines.push((isFirst ? "═" : "─").repeat(2 * column + gutter.length));
      lines.push(...pair(block(one[at]), block(other[at]), column));
    }
  }
  return `${[...head, "", ...lines].join("\n")}\n`;
}

function summaryLines(tail: TailSummary): readonly string[] {
  const calls = Object.entries(tail.calls).map(([name, count]) => `${name} ${count}`);
  return [
    `${tail.id}  ${tail.condition}${tail.run === null ? "" : `  ${tail.run}`}`,
    `resolved ${tail.resolved ?? "unknown"}  exit ${tail.exitStatus ?? "-"}  turns ${tail.turns}`,
    `from there on: ${tail.turnsLeft} turns, calls ${calls.join(", ") || "none"}`,
    `edited ${tail.editedFiles.join(", ") || "nothing"}${tail.refusedEdits === 0 ? "" : `, ${tail.refusedEdits} edits refused`}`,
  ];
}

/** Two blocks of lines beside each other, wrapped to their columns. */
function pair(left: readonly string[], right: readonly string[], column: number): string[] {
  const [one, other] = [left, right].map((block) =>
    block.flatMap((text) => text.split("\n")).flatMap((line) => wrapped(line, column)),
  );
  const rows = Math.max(one?.length ?? 0, other?.length ?? 0);
  return Array.from({ length: rows }, (_, at) => {
    const text = one?.[at] ?? "";
    const padding = " ".repeat(Math.max(0, column - [...text].length));
    return `${text}${padding}${gutter}${other?.[at] ?? ""}`.trimEnd();
  });
}

/** A line cut into pieces of at most `most` characters; tabs count as two blanks. */
function wrapped(line: string, most: number): string[] {
  const characters = [...line.replaceAll("\t", "  ").replaceAll(/\p{Cc}/gu, "")];
  if (characters.length === 0) return [""];
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += most) pieces.push(characters.slice(at, at + most).join(""));
  return pieces;
}
