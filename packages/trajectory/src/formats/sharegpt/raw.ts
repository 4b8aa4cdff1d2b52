import * as z from "zod";

/** A turn: ShareGPT's `from` and `value`, or a chat's `role` and `content` under the same column. */
export const ShareGptTurn = z
  .looseObject({
    from: z.string().nullish(),
    value: z.string().nullish(),
    role: z.string().nullish(),
  })
  .refine((turn) => typeof (turn.from ?? turn.role) === "string", { path: ["from"], message: "expected a speaker" });
export type ShareGptTurn = z.infer<typeof ShareGptTurn>;

/** A row of a ShareGPT or LLaMA-Factory data set; `tools` is a list, or the JSON text of one. */
export const ShareGptRow = z.looseObject({
  conversations: z.array(ShareGptTurn).min(1),
  system: z.string().nullish(),
});
export type ShareGptRow = z.infer<typeof ShareGptRow>;
