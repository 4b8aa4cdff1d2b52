import * as z from "zod";

/** One step of a pipeline: which stage to run, and that stage's own options beside it. */
export const PipelineStage = z.looseObject({
  /** Name of a stage that the caller offers. */
  stage: z.string().min(1),
  /** Name of this step, unique in its pipeline; the stage's name (with `-2`, `-3`, … when repeated) if absent. */
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]*$/, "an id is lower-case letters, digits, dots, dashes")
    .optional(),
});
export type PipelineStage = z.infer<typeof PipelineStage>;

/** A named list of stages with their options, run in order. Relative paths in it mean the folder of the call. */
export const Pipeline = z.strictObject({
  name: z.string().min(1),
  /** Workspace that all stages share unless a stage names its own; none when the stages need none. */
  workspace: z.string().min(1).optional(),
  stages: z.array(PipelineStage).min(1),
});
export type Pipeline = z.infer<typeof Pipeline>;
