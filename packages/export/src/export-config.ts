import * as z from "zod";

const share = z.number().min(0).max(1);

/** How an export is made; the resolved form is written into its manifest and can be given back. */
export const ExportConfig = z.strictObject({
  recipe: z.string(),
  target: z.string(),
  writer: z.string().default("jsonl"),
  /** Most tokens of a prompt's messages together, without what a chat template adds. */
  maxPromptTokens: z.int().positive().default(6000),
  /** Most rows that one memory yields when it serves many tasks. */
  maxRowsPerMemory: z.int().positive().default(4),
  seed: z.int().default(0),
  /**
   * Shares of validation and test, and what is never torn apart. Null decides by the data: below 100 rows everything is
   * `train`; else 5 % each, by repository when there are 20 or more, else by task.
   */
  splits: z
    .strictObject({
      validation: share.default(0),
      test: share.default(0),
      by: z.enum(["repository", "task"]).default("repository"),
    })
    .refine(({ validation, test }) => validation + test < 1, "validation and test together must leave a part for train")
    .nullable()
    .default(null),
  /** Makes splits repeatable; keep it when the dataset grows, so that no group changes sides. */
  splitSalt: z.string().default("memop"),
});
export type ExportConfig = z.infer<typeof ExportConfig>;
