import * as z from "zod";

/** A memory as rollouts refer to it. What is inside, and how it is made, is the business of `@memop/memory`. */
export const MemoryReference = z.strictObject({
  memoryId: z.string(),
  parentMemoryId: z.string().nullable(),
  /** Position in its sequence of episodes; null for a single-episode memory. */
  episodeIndex: z.int().nonnegative().nullable(),
  /** Label of the arm in which it was used. */
  condition: z.string(),
  /** The one task that it serves; null when it serves many. */
  taskId: z.string().nullable(),
  repo: z.string().nullable(),
  structure: z.string().nullable(),
  text: z.string(),
  generator: z.string().nullable(),
  sourceTrajectoryIds: z.array(z.string()),
  /** SHA-256 of `text`, hex. */
  contentHash: z.string(),
});
export type MemoryReference = z.infer<typeof MemoryReference>;
