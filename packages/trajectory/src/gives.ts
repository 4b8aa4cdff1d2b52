import type { Reading } from "./format.ts";

/**
 * What a run's record may tell, in the order of `memop formats`.
 *
 * `steps`: messages, tool calls and what came back. `edits`: files that were changed, by edit tools or by shell text.
 * `patch`: the diff that was handed in. `outcome`: whether the task was resolved. `usage`: tokens, of the run or of steps.
 * `limits`: of turns, cost or time. `tokenIds`: the very tokens of prompts and completions, as RL rollouts record them.
 */
export const givenFields = [
  "taskId",
  "model",
  "steps",
  "reasoning",
  "edits",
  "patch",
  "outcome",
  "usage",
  "cost",
  "timestamps",
  "limits",
  "tokenIds",
] as const;
/** A field that a format may give. */
export type GivenField = (typeof givenFields)[number];

/**
 * `yes`: every whole record has it (edits and reasoning: whenever the agent made any). `sometimes`: some versions, harnesses
 * or runs have it. `no`: the format has no place for it.
 */
export type Giving = "yes" | "sometimes" | "no";

/** What a trajectory format can tell, field by field, and whether that was tried on a real file. */
export type Gives = Readonly<Record<GivenField, Giving>> & {
  /** Why no real file stands behind this: where the shape was taken from instead. Absent when one was read. */
  readonly notTried?: string;
};

/** The fields that one reading has, apart from edits in shell text, which are found later (edits/extract-edits.ts). */
export function fieldsGiven({ trajectory, outcome }: Reading): ReadonlySet<GivenField> {
  const { steps, usage, limits } = trajectory;
  const stepUsage = steps.flatMap((step) => step.usage ?? []);
  const isKnown = (value: unknown) => value !== null;
  const has: Readonly<Record<GivenField, boolean>> = {
    taskId: trajectory.taskId !== null,
    model: trajectory.model !== null || steps.some((step) => step.model !== null),
    steps: steps.some((step) => step.toolCalls.length > 0 || step.text !== ""),
    reasoning: steps.some((step) => step.reasoning !== null),
    edits: steps.some((step) => step.edits.length > 0),
    patch: trajectory.finalPatch !== null,
    outcome: outcome !== null,
    usage: [usage, ...stepUsage].some((each) => isKnown(each.promptTokens) || isKnown(each.completionTokens)),
    cost: [usage, ...stepUsage].some((each) => isKnown(each.costUsd)),
    timestamps: steps.some((step) => step.timestamp !== null),
    limits: Object.values(limits).some(isKnown),
    tokenIds: steps.some((step) => step.extra.tokenIds !== undefined),
  };
  return new Set(givenFields.filter((field) => has[field]));
}
