import * as z from "zod";

/** One message of the model's history. `role` apart, everything is optional in some version. */
export const HistoryEntry = z.looseObject({
  role: z.string(),
  message_type: z.string().nullish(),
  is_demo: z.unknown().optional(),
  action: z.string().nullish(),
  thought: z.string().nullish(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** One executed action. 0.x writes `state` as JSON text. */
export const ActionEntry = z.looseObject({
  action: z.string().nullish(),
  observation: z.string().nullish(),
  response: z.string().nullish(),
  thought: z.string().nullish(),
  state: z.union([z.string(), z.looseObject({})]).nullish(),
  execution_time: z.number().nullish(),
});
export type ActionEntry = z.infer<typeof ActionEntry>;

/** A `.traj` file of SWE-agent 0.x to 1.1 and of its descendants. Demonstrations may hold `history` alone. */
export const SweAgentRun = z.looseObject({
  trajectory: z.array(ActionEntry).nullish(),
  history: z.array(HistoryEntry),
  info: z
    .looseObject({
      exit_status: z.string().nullish(),
      submission: z.string().nullish(),
      model_stats: z.looseObject({}).nullish(),
    })
    .nullish(),
  replay_config: z.union([z.string(), z.looseObject({})]).nullish(),
});
export type SweAgentRun = z.infer<typeof SweAgentRun>;
