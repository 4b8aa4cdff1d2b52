import * as z from "zod";

/** An entry of a rollout inside its envelope, or a line of before the envelope, or a session as one document. */
export const CodexRecord = z.looseObject({
  timestamp: z.string().nullish(),
  type: z.string().nullish(),
  payload: z.looseObject({ type: z.string().nullish() }).nullish(),
  items: z.array(z.looseObject({ type: z.string().nullish() })).nullish(),
  session: z.looseObject({}).nullish(),
});
export type CodexRecord = z.infer<typeof CodexRecord>;
