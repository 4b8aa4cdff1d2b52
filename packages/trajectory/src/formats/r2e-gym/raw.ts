import * as z from "zod";

/** One step. Token counts are -1 or 0 where the server did not tell them. */
export const R2eStep = z.looseObject({
  step_idx: z.number().nullish(),
  thought: z.string().nullish(),
  action: z.string().nullish(),
  observation: z.string().nullish(),
  token_usage_prompt: z.number().nullish(),
  token_usage_completion: z.number().nullish(),
  total_step_time: z.number().nullish(),
});
export type R2eStep = z.infer<typeof R2eStep>;

/** A line of an R2E-Gym run. */
export const R2eRun = z.looseObject({
  trajectory_steps: z.array(R2eStep),
  problem_statement: z.string().nullish(),
  docker_image: z.string().nullish(),
  ds: z.looseObject({}).nullish(),
  agent_args: z.looseObject({}).nullish(),
  max_steps: z.number().nullish(),
  max_total_time: z.number().nullish(),
  exit_reason: z.string().nullish(),
  output_patch: z.string().nullish(),
  reward: z.number().nullish(),
});
export type R2eRun = z.infer<typeof R2eRun>;
