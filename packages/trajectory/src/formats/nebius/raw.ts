import * as z from "zod";

/** A message. The system's text stands under `system_prompt`, every other one under `text`. */
export const NebiusMessage = z.looseObject({
  role: z.string(),
  text: z.string().nullish(),
  system_prompt: z.string().nullish(),
  mask: z.unknown().optional(),
});
export type NebiusMessage = z.infer<typeof NebiusMessage>;

/** A row of nebius/SWE-agent-trajectories. `target` says whether the task was resolved, in some copies as Python's text. */
export const NebiusRow = z.looseObject({
  instance_id: z.string().nullish(),
  model_name: z.string().nullish(),
  target: z.unknown().optional(),
  exit_status: z.string().nullish(),
  generated_patch: z.string().nullish(),
  trajectory: z.array(NebiusMessage).min(1),
});
export type NebiusRow = z.infer<typeof NebiusRow>;
