import type { Step } from "../step.ts";

/** A step as a reader collects it: what the source says, without its number and without the fields that are empty. */
export type DraftStep = Pick<Step, "source"> & {
  -readonly [Key in keyof Omit<Step, "source" | "index" | "turn">]?: Step[Key];
};

/** Completes and numbers the steps of one trajectory. Every agent step without a mark is a turn. */
export function numberedSteps(drafts: readonly DraftStep[]): Step[] {
  let turn = 0;
  return drafts.map((draft, index) => {
    const marks = draft.marks ?? [];
    const isTurn = draft.source === "agent" && marks.length === 0;
    if (isTurn) turn += 1;
    return {
      index,
      source: draft.source,
      turn: isTurn ? turn : null,
      text: draft.text ?? "",
      reasoning: draft.reasoning ?? null,
      toolCalls: draft.toolCalls ?? [],
      observations: draft.observations ?? [],
      edits: draft.edits ?? [],
      marks,
      timestamp: draft.timestamp ?? null,
      model: draft.model ?? null,
      usage: draft.usage ?? null,
      seconds: draft.seconds ?? null,
      workingDirectory: draft.workingDirectory ?? null,
      extra: draft.extra ?? {},
    };
  });
}
