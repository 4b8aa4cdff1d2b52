import { canonicalJson, type Json } from "@memop/core";
import { filesOfPatch, type Step, type Trajectory, type TurnEdit } from "@memop/trajectory";

/** One tool call of a failed run and what came back. */
export interface FailedAction {
  readonly turn: number;
  /** Equal for equal calls. */
  readonly call: string;
  readonly reply: string;
  /** Null when unknown. */
  readonly exitCode: number | null;
}

/** What the rules about failures look at. */
export interface FailureEvidence {
  readonly actions: readonly FailedAction[];
  readonly edits: readonly TurnEdit[];
  /** LA⁽¹⁾ over gold files and functions, from the score card; null when undefined or not scored. */
  readonly goldFileFound: number | null;
  readonly goldFunctionFound: number | null;
  /** Gold files; null when unknown. */
  readonly goldFiles: readonly string[] | null;
  /** Files of the final patch; null when no patch is known. */
  readonly patchedFiles: readonly string[] | null;
  /** Why the evaluation says it failed, as in the `outcomes` table. */
  readonly reason: string | null;
}

/** What is known of a failed run apart from its trajectory. */
export type FailureRecord = Pick<FailureEvidence, "goldFileFound" | "goldFunctionFound" | "goldFiles" | "reason">;

/** Collects the evidence about one failed run. Demonstrations and copied context are left out. */
export function failureEvidence(
  trajectory: Trajectory,
  edits: readonly TurnEdit[],
  finalPatch: string | null,
  record: FailureRecord,
): FailureEvidence {
  return {
    ...record,
    edits,
    actions: trajectory.steps.filter(isOwn).flatMap(actionsOf),
    patchedFiles: finalPatch === null ? null : filesOfPatch(finalPatch),
  };
}

function isOwn(step: Step): boolean {
  return step.source === "agent" && step.turn !== null;
}

function actionsOf(step: Step): FailedAction[] {
  return step.toolCalls.map((call) => {
    const answers = step.observations.filter(({ callId }) => callId === call.id || callId === null);
    return {
      turn: step.turn ?? 0,
      call: canonicalJson([call.name, call.arguments as Json]),
      reply: answers.map(({ content }) => content).join("\n"),
      exitCode: answers.find(({ exitCode }) => exitCode !== null)?.exitCode ?? null,
    };
  });
}
