import type { Step, ToolCall, Trajectory } from "@memop/trajectory";

/** One step of a run as text, with what may be shortened kept apart. */
export interface TrajectoryPart {
  readonly title: string;
  /** What the agent said and did, or what it was told. */
  readonly action: string;
  /** What came back, one per observation. */
  readonly observations: readonly string[];
  /** True for a step that edits files or ends the run: it is never folded away. */
  readonly isKept: boolean;
}

/** A run as text parts. */
export interface TrajectoryText {
  readonly parts: readonly TrajectoryPart[];
  /** How the run ended, in the source's words; null when it does not say. */
  readonly exitStatus: string | null;
  /** The patch handed in; null when there is none. */
  readonly finalPatch: string | null;
  /** Steps left out because they are no part of the agent's own run. */
  readonly markedStepsLeftOut: number;
  /** The first thing that the agent was told, usually the task; null when it was told nothing. */
  readonly openingMessage: string | null;
}

/** Turns at the end of a run that are never folded away. */
const keptAtEnd = 2;

/**
 * Takes a run apart into texts. `editTurns` are the turns in which it edited files.
 *
 * Left out: steps with a mark (demonstrations, synthetic and copied steps: counted), the agent's system prompt, and the
 * opening user message, which the prompt holds as the task.
 */
export function trajectoryParts(trajectory: Trajectory, editTurns: ReadonlySet<number>): TrajectoryText {
  const unmarked = trajectory.steps.filter((step) => step.marks.length === 0);
  const opening = unmarked.find((step) => step.source === "user") ?? null;
  const told = unmarked.filter((step) => step.source !== "system" && step !== opening);
  const lastKept = told.filter((step) => step.source === "agent").slice(-keptAtEnd);
  return {
    parts: told.map((step) => {
      const isEdit = step.turn !== null && editTurns.has(step.turn);
      return toPart(step, isEdit, isEdit || lastKept.includes(step));
    }),
    exitStatus: trajectory.exitStatus,
    finalPatch: trajectory.finalPatch?.trim() ? trajectory.finalPatch : null,
    markedStepsLeftOut: trajectory.steps.length - unmarked.length,
    openingMessage: opening?.text.trim() ? opening.text : null,
  };
}

function toPart(step: Step, isEdit: boolean, isKept: boolean): TrajectoryPart {
  const name = step.source === "user" ? "Message to the agent" : "Message of the agent";
  const thought = step.text.trim() === "" ? (step.reasoning ?? "") : step.text;
  return {
    title: step.turn === null ? name : `Turn ${step.turn}${isEdit ? " (edit)" : ""}`,
    action: [thought.trim(), ...step.toolCalls.map(callText)].filter((text) => text !== "").join("\n\n"),
    observations: step.observations.map(({ content, exitCode }) => {
      const heading = exitCode === null || exitCode === 0 ? "Observation:" : `Observation (exit ${exitCode}):`;
      return content.trim() === "" ? `${heading} (empty)` : `${heading}\n${content.trimEnd()}`;
    }),
    isKept,
  };
}

function callText({ name, arguments: given }: ToolCall): string {
  const lines = Object.entries(given).map(([key, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return text.includes("\n") ? `${key}:\n${text.trimEnd()}` : `${key}: ${text}`;
  });
  return [`[${name}]`, ...lines].join("\n");
}
