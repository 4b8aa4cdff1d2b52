import * as z from "zod";

/** One issue to solve: a repository at a commit, a problem statement, and where known its reference solution. */
export const Task = z.strictObject({
  taskId: z.string(),
  /** `owner/name`; null when it cannot be told. */
  repo: z.string().nullable(),
  baseCommit: z.string().nullable(),
  language: z.string().nullable(),
  problemStatement: z.string().nullable(),
  /** Unified diff of the reference solution, without tests; null when unknown. */
  goldPatch: z.string().nullable(),
  testPatch: z.string().nullable(),
  failToPass: z.array(z.string()),
  passToPass: z.array(z.string()),
  createdAt: z.string().nullable(),
  /** How its parts were derived from a repository, and why those that are null could not be; absent for tasks that were read. */
  derivation: z.record(z.string(), z.unknown()).optional(),
});
export type Task = z.infer<typeof Task>;
