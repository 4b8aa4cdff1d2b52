import * as z from "zod";

const Message = z.looseObject({
  id: z.string().nullish(),
  role: z.string().nullish(),
  model: z.string().nullish(),
  content: z.union([z.string(), z.array(z.unknown())]).nullish(),
});

const Fields = z.looseObject({
  type: z.string().nullish(),
  uuid: z.string().nullish(),
  parentUuid: z.string().nullish(),
  logicalParentUuid: z.string().nullish(),
  sessionId: z.string().nullish(),
  timestamp: z.string().nullish(),
  cwd: z.string().nullish(),
  version: z.string().nullish(),
  requestId: z.string().nullish(),
  isSidechain: z.boolean().nullish(),
  message: Message.nullish(),
});

/** One line of a session file. Only `user` and `assistant` lines carry messages. */
export const SessionLine = Fields.superRefine(requireMessage);
export type SessionLine = z.infer<typeof SessionLine>;

/** A line, or a session as one document with its lines in a list. */
export const SessionRecord = Fields.extend({ loglines: z.array(SessionLine).nullish() }).superRefine(requireMessage);

function requireMessage({ type, message }: z.infer<typeof Fields>, context: z.RefinementCtx): void {
  const isMissing = (value: unknown): boolean => value === null || value === undefined;
  const path =
    type === "assistant" && isMissing(message)
      ? ["message"]
      : type === "user" && isMissing(message?.content)
        ? ["message", "content"]
        : null;
  if (path !== null) context.addIssue({ code: "custom", path, message: "is missing" });
}
