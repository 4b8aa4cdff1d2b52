import * as z from "zod";
import { version } from "../version.ts";

/** One written file: path relative to the workspace, size and SHA-256 (hex). */
export const FileRecord = z.strictObject({ file: z.string(), bytes: z.int(), sha256: z.string() });
export type FileRecord = z.infer<typeof FileRecord>;

/** What a stage did: enough to repeat it, and to see whether its tables are whole. */
export const StageRecord = z.strictObject({
  /** Hash of the stage's config and of all its inputs: equal keys give equal tables. */
  key: z.string(),
  toolVersion: z.string(),
  /** The resolved configuration. */
  config: z.record(z.string(), z.unknown()),
  /** Input name (a table or a source) to its hash. */
  inputs: z.record(z.string(), z.string()),
  seed: z.number().nullable(),
  counts: z.strictObject({
    read: z.int(),
    used: z.int(),
    refused: z.int(),
    byReason: z.record(z.string(), z.int()),
  }),
  tables: z.record(z.string(), z.strictObject({ rows: z.int(), parts: z.array(FileRecord) })),
  /** What the command printed with `--json`. */
  result: z.record(z.string(), z.unknown()),
  startedAt: z.string(),
  finishedAt: z.string(),
});
export type StageRecord = z.infer<typeof StageRecord>;

/** The record of a workspace: which stages are complete, from what, and what they wrote. */
export const Manifest = z.strictObject({
  /** Version of the tables' layout. */
  schemaVersion: z.literal(1),
  tool: z.strictObject({ name: z.literal("memop"), version: z.string() }),
  stages: z.record(z.string(), StageRecord),
});
export type Manifest = z.infer<typeof Manifest>;

/** The manifest of a workspace in which nothing is complete. */
export function emptyManifest(): Manifest {
  return { schemaVersion: 1, tool: { name: "memop", version }, stages: {} };
}
