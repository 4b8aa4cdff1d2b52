import * as z from "zod";
import { Outcome } from "../../outcome.ts";
import { Observation, Step } from "../../step.ts";
import { Task } from "../../task.ts";
import { Trajectory } from "../../trajectory.ts";

/**
 * What `extra.memop` of an ATIF document holds: the fields of a trajectory that the document's standard fields cannot say.
 * Each one, where present, replaces what was read from the standard fields.
 */
export const MemopOfRoot = Trajectory.omit({ schemaVersion: true, steps: true })
  .partial()
  .extend({
    /** True when the trajectory has no steps: ATIF demands one, so an empty system step stands in. */
    hasNoSteps: z.literal(true).optional(),
    /** What a record told beside the trajectory. */
    outcome: Outcome.optional(),
    task: Task.optional(),
  });
export type MemopOfRoot = z.infer<typeof MemopOfRoot>;

/** `extra.memop` of a step. */
export const MemopOfStep = Step.omit({ index: true, source: true }).partial();
export type MemopOfStep = z.infer<typeof MemopOfStep>;

/** `extra.memop` of an observation's result. */
export const MemopOfResult = Observation.omit({ content: true }).partial();
export type MemopOfResult = z.infer<typeof MemopOfResult>;
