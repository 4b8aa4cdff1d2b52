import * as z from "zod";
import { Step, StepUsage } from "./step.ts";

/**
 * How a run ended, apart from whether it solved its task.
 *
 * `healthy`: ended by itself or by a turn, cost or context limit. `error`: the agent or its harness crashed. `timeout`: a
 * wall-clock limit of the harness ended it. `infra`: the environment could not be made or reached.
 */
export const Health = z.enum(["healthy", "error", "timeout", "infra"]);
export type Health = z.infer<typeof Health>;

/** One attempt of one agent at one task, in time order: the canonical record that every format is read into. */
export const Trajectory = z.strictObject({
  /** Version of this schema. */
  schemaVersion: z.literal("memop-trajectory-1"),
  /** The task's id (SWE-bench `instance_id`); null when the source does not name it. */
  taskId: z.string().nullable(),
  agent: z.strictObject({ name: z.string(), version: z.string().nullable() }),
  model: z.string().nullable(),
  /** Limits under which the run was made; null where none was set or the source does not say. */
  limits: z.strictObject({
    turns: z.number().positive().nullable(),
    costUsd: z.number().nonnegative().nullable(),
    seconds: z.number().nonnegative().nullable(),
  }),
  seed: z.int().nullable(),
  /** The source's own words for how the run ended; null when it has none. */
  exitStatus: z.string().nullable(),
  health: Health,
  /** Unified diff that the agent handed in; "" when it handed in an empty one, null when the source has none. */
  finalPatch: z.string().nullable(),
  /** Totals of the whole run, by the source's own accounting. */
  usage: z.strictObject({ ...StepUsage.shape, seconds: z.number().nonnegative().nullable() }),
  /** Definitions of the tools that the agent was offered, in OpenAI form; null when the source does not list them. */
  tools: z.array(z.unknown()).nullable(),
  steps: z.array(Step),
  extra: z.record(z.string(), z.unknown()),
});
export type Trajectory = z.infer<typeof Trajectory>;

/** Number of turns taken: the largest `turn` of its steps, 0 when there is none. */
export function turnsOf(trajectory: Trajectory): number {
  return trajectory.steps.reduce((turns, step) => Math.max(turns, step.turn ?? 0), 0);
}
