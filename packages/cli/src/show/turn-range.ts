import { MemopError } from "@memop/core";
import type { Step } from "@memop/trajectory";

/** Turns from `from` to `to`, both included; 0 stands for what comes before the first turn. */
export interface TurnRange {
  readonly from: number;
  readonly to: number;
}

/** Reads `3..7`, `3..`, `..7` or `3`. Throws `BAD_USAGE` for anything else. */
export function parseTurnRange(text: string): TurnRange {
  const [, from, dots, to] = /^(\d*)(\.\.)?(\d*)$/.exec(text.trim()) ?? [];
  const first = from === "" ? 0 : Number(from);
  const last = dots === undefined ? first : to === "" ? Number.POSITIVE_INFINITY : Number(to);
  if (from === undefined || (from === "" && (dots === undefined || to === "")) || first > last) {
    throw new MemopError("BAD_USAGE", `--turns "${text}" is no range of turns`, {
      hint: "3..7, 3.., ..7 or 3; 0 is what comes before the first turn",
    });
  }
  return { from: first, to: last };
}

/** The steps of those turns. A step that is no turn belongs to the turn before it. */
export function stepsOfTurns(steps: readonly Step[], range: TurnRange | null): readonly Step[] {
  if (range === null) return steps;
  let turn = 0;
  return steps.filter((step) => {
    turn = step.turn ?? turn;
    return turn >= range.from && turn <= range.to;
  });
}
