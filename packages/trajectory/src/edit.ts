import * as z from "zod";

/**
 * One change of one file that an agent tried to make.
 *
 * `path` is relative to the repository's root, with `/`, without a leading `./` (see repository-path.ts).
 */
export const Edit = z.strictObject({
  path: z.string(),
  kind: z.enum(["create", "modify", "delete", "rename", "revert"]),
  /** The file's former path when `kind` is `rename`, else null. */
  oldPath: z.string().nullable(),
  /** Text that was replaced; null when unknown or when nothing was replaced. */
  oldText: z.string().nullable(),
  /** Text that was put in; null when unknown or when the file was only removed. */
  newText: z.string().nullable(),
  /** False when the environment refused the edit (linter, text not found, non-zero exit): it locates nothing. */
  succeeded: z.boolean(),
  /** How the edit was made: by an edit tool of the agent, or by text typed into a shell. */
  via: z.enum(["tool", "shell"]),
  /** Functions known to enclose the change, qualified by class where known; empty when the reader could not tell. */
  functions: z.array(z.string()),
});
export type Edit = z.infer<typeof Edit>;
