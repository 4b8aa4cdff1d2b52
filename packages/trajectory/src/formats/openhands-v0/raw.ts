import * as z from "zod";
import type { UnknownObject } from "../json-access.ts";

/**
 * One event: an action (`action`) or an observation (`observation`). Since 2024-11 with `id`, `source` and `args`; before,
 * an action's arguments stand beside `action` and an observation follows its action without naming it.
 */
export const Event = z.looseObject({
  id: z.number().nullish(),
  source: z.string().nullish(),
  action: z.string().nullish(),
  observation: z.string().nullish(),
  content: z.unknown().optional(),
  args: z.looseObject({}).nullish(),
  extras: z.looseObject({}).nullish(),
  cause: z.number().nullish(),
  timestamp: z.string().nullish(),
  tool_call_metadata: z
    .looseObject({
      function_name: z.string().nullish(),
      tool_call_id: z.string().nullish(),
      model_response: z.looseObject({ id: z.string().nullish() }).nullish(),
    })
    .nullish(),
});
export type Event = z.infer<typeof Event>;

/** Events, or pairs of action and observation (the first generation), as one list. */
const Events = z.array(z.union([Event, z.array(Event)])).transform((entries) => entries.flat());

/** A row of an evaluation's `output.jsonl`, of the resolver's output, or a list of events as exported for replay. */
export const OpenHandsRun = z.union([
  Events.transform((history) => ({ row: {} as UnknownObject, history })),
  z
    .looseObject({ history: Events.nullish(), entries: Events.nullish(), trajectory: Events.nullish() })
    .transform(({ history, entries, trajectory, ...row }) => ({
      row,
      history: history ?? entries ?? trajectory ?? [],
    })),
]);
export type OpenHandsRun = z.infer<typeof OpenHandsRun>;
