import * as z from "zod";

/** An action or observation. Which fields it has depends on its class; all are looked at leniently. */
export const AdpItem = z.looseObject({
  class_: z.string(),
  content: z.string().nullish(),
  description: z.string().nullish(),
  reasoning_content: z.string().nullish(),
  function: z.string().nullish(),
  language: z.string().nullish(),
  source: z.string().nullish(),
  name: z.string().nullish(),
  tool_call_id: z.string().nullish(),
});
export type AdpItem = z.infer<typeof AdpItem>;

/** A standardized trajectory of the Agent Data Protocol, with or without `schema_version`. */
export const AdpTrajectory = z.looseObject({
  id: z.string(),
  content: z.array(AdpItem),
  details: z.looseObject({}).nullish(),
});
export type AdpTrajectory = z.infer<typeof AdpTrajectory>;
