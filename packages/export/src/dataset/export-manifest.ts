import * as z from "zod";
import { ExportConfig } from "../export-config.ts";

const counts = z.record(z.string(), z.int().nonnegative());

/** One file of a dataset: path inside its folder. `split` is null for side tables and papers; `rows` null for text. */
export const DatasetFile = z.strictObject({
  file: z.string(),
  split: z.string().nullable(),
  rows: z.int().nonnegative().nullable(),
  bytes: z.int().nonnegative(),
  sha256: z.string(),
});
export type DatasetFile = z.infer<typeof DatasetFile>;

/** What a dataset is made of, how, and from what: `manifest.json` beside its files. */
export const ExportManifest = z.strictObject({
  schemaVersion: z.literal("memop-export-1"),
  tool: z.strictObject({ name: z.literal("memop"), version: z.string() }),
  /** The resolved configuration. */
  config: ExportConfig,
  /** What tokens were counted with; `exact` is false for an estimate. */
  tokenizer: z.strictObject({ name: z.string(), exact: z.boolean() }),
  /** SHA-256 of the workspace's manifest.json, and a hash of each table that was read. */
  workspace: z.strictObject({ manifestSha256: z.string(), tables: z.record(z.string(), z.string()) }),
  /** Policies behind the rows; the rate, a mean over memories, is the share of useless ones that the policy would accept. */
  policies: z.array(
    z.strictObject({ policy: z.string().nullable(), rows: z.int(), falseAcceptRate: z.number().nullable() }),
  ),
  counts: z.strictObject({
    read: z.int(),
    rows: z.int(),
    refused: z.int(),
    byReason: counts,
    memories: z.int(),
    tasks: z.int(),
    repositories: z.int(),
    /** Lone surrogates that were replaced by U+FFFD. */
    replacedSurrogates: z.int(),
    /** Prompts whose task text is what the agent was told. */
    tasksFromTrajectory: z.int(),
  }),
  /** What was left out of prompts to fit them into the budget. */
  shortening: z.strictObject({
    promptsShortened: z.int(),
    markedStepsLeftOut: z.int(),
    observationsShortened: z.int(),
    charactersLeftOut: z.int(),
    turnsFolded: z.int(),
    editsShortened: z.int(),
  }),
  /** Token counts of prompts and completions, without what a chat template adds; null without rows. */
  tokens: z
    .strictObject({
      promptMean: z.number(),
      promptMax: z.int(),
      completionMean: z.number(),
      completionMax: z.int(),
      rowMax: z.int(),
    })
    .nullable(),
  splits: z.strictObject({
    by: z.enum(["repository", "task"]),
    salt: z.string(),
    validation: z.number(),
    test: z.number(),
    rows: counts,
  }),
  files: z.array(DatasetFile),
});
export type ExportManifest = z.infer<typeof ExportManifest>;
