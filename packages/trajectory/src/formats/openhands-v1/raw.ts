import * as z from "zod";

/** One event of a conversation; `kind` tells which. */
export const V1Event = z.looseObject({
  kind: z.string(),
  id: z.string().nullish(),
  timestamp: z.string().nullish(),
  source: z.string().nullish(),
  tool_name: z.string().nullish(),
  tool_call_id: z.string().nullish(),
  llm_response_id: z.string().nullish(),
});
export type V1Event = z.infer<typeof V1Event>;

const Row = z.looseObject({
  kind: z.string().nullish(),
  history: z.array(V1Event).nullish(),
  events: z.array(V1Event).nullish(),
  items: z.array(V1Event).nullish(),
  tool_call_id: z.string().nullish(),
  llm_response_id: z.string().nullish(),
  timestamp: z.string().nullish(),
});
/** An object of V1: a state, a row, or one that holds a list of events. */
export type V1Row = z.infer<typeof Row>;

/**
 * An event, a list of events, the state of a conversation (`base_state.json`), or a row of an evaluation: told apart by
 * their keys once their events are known to be such.
 */
export const V1Record = z.union([z.array(V1Event), Row]);
export type V1Record = z.infer<typeof V1Record>;
