import * as z from "zod";
import { Edit } from "./edit.ts";

/** One call of a tool by the agent. */
export const ToolCall = z.strictObject({
  /** Unique inside its step; made by the reader (`call-1`, …) when the source has none. */
  id: z.string(),
  name: z.string(),
  /** Always an object. Arguments that were no valid JSON object are kept as `{ "raw": text }`. */
  arguments: z.record(z.string(), z.unknown()),
});
export type ToolCall = z.infer<typeof ToolCall>;

/** What came back from the environment after a step. */
export const Observation = z.strictObject({
  /** The `id` of the tool call of the same step that it answers; null when it answers none in particular. */
  callId: z.string().nullable(),
  content: z.string(),
  /** True when the source marks it as an error, false when it marks it as fine, null when it does not say. */
  isError: z.boolean().nullable(),
  /** Exit status of the command; null when unknown or when no command ran. */
  exitCode: z.int().nullable(),
});
export type Observation = z.infer<typeof Observation>;

/** Tokens and money of one step; null where the source does not say. Prompt tokens include cached ones. */
export const StepUsage = z.strictObject({
  promptTokens: z.number().nonnegative().nullable(),
  completionTokens: z.number().nonnegative().nullable(),
  cachedTokens: z.number().nonnegative().nullable(),
  costUsd: z.number().nullable(),
});
export type StepUsage = z.infer<typeof StepUsage>;

/**
 * Why a step is no ordinary part of the run. A step with any mark is never trained on.
 *
 * `demonstration`: shown to the agent as an example. `synthetic`: made by the harness, not by the model (cost-limit
 * exits, API-error messages). `copied-context`: repeats earlier steps after a summary or a resumed session.
 * `condensation`: a summary of earlier steps. `subagent`: done by another agent on this agent's behalf.
 */
export const StepMark = z.enum(["demonstration", "synthetic", "copied-context", "condensation", "subagent"]);
export type StepMark = z.infer<typeof StepMark>;

/**
 * One entry of a run: a message to the agent, or one response of the agent with all its tool calls and what came back.
 *
 * Parallel tool calls of one model response are one step.
 */
export const Step = z.strictObject({
  /** 0-based position in the trajectory. */
  index: z.int().nonnegative(),
  source: z.enum(["system", "user", "agent"]),
  /** 1-based number of the agent's action step; null when this step is no turn (messages, marked steps). */
  turn: z.int().positive().nullable(),
  /** The message's text; for an agent what it said beside its tool calls. May be "". */
  text: z.string(),
  reasoning: z.string().nullable(),
  toolCalls: z.array(ToolCall),
  observations: z.array(Observation),
  /** Edits made by tools whose effect the reader knows. Edits by shell text are found later (edits/extract-edits.ts). */
  edits: z.array(Edit),
  marks: z.array(StepMark),
  /** ISO 8601 in UTC; null when unknown. */
  timestamp: z.string().nullable(),
  model: z.string().nullable(),
  usage: StepUsage.nullable(),
  /** Wall time of the step in seconds; null when unknown. */
  seconds: z.number().nonnegative().nullable(),
  /** Working directory in which the step's commands ran; null when unknown. */
  workingDirectory: z.string().nullable(),
  /**
   * What the source holds beyond this schema and a writer may need.
   *
   * `tokenIds` where the tokens themselves were recorded: `{ prompt?, completion?, logprobs? }`, lists of numbers.
   * `treeNode` where the run is a branch of a search tree: a number that branches of one source share where they share steps.
   */
  extra: z.record(z.string(), z.unknown()),
});
export type Step = z.infer<typeof Step>;
