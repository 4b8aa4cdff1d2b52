import type { Database } from "@memop/core";
import type { TokenCounter } from "@memop/tokens";
import type { Example, ExampleKind } from "./example.ts";
import type { ExportRefusal } from "./export-refusal.ts";

/** What a recipe may read and must obey. */
export interface RecipeContext {
  /** The workspace's tables as views: tasks, trajectories, memories, decisions. */
  readonly database: Database;
  readonly counter: TokenCounter;
  /** Most tokens that the messages of a prompt may have together. */
  readonly maxPromptTokens: number;
  /** Most rows that one memory yields. */
  readonly maxRowsPerMemory: number;
  readonly seed: number;
}

/** A row that a recipe means to make, known by what must not be torn apart between splits. */
export interface Slot {
  readonly repo: string | null;
  readonly taskId: string;
  /** Hash of the text to learn: equal texts stay in one split. */
  readonly contentHash: string;
}

/** Everything that a recipe will make, before any long text is read. */
export interface RecipePlan {
  readonly slots: readonly Slot[];
  /** What was ruled out already. */
  readonly refused: readonly ExportRefusal[];
  /** One example or refusal per index into `slots`, in the order of `order`. */
  examples(order: readonly number[]): AsyncGenerator<Example | ExportRefusal>;
}

/** Which examples to make of a workspace. Knows neither trainers nor files. */
export interface Recipe {
  /** As typed after `--recipe`. */
  readonly name: string;
  /** One sentence for the dataset card. */
  readonly title: string;
  readonly kind: ExampleKind;
  plan(context: RecipeContext): Promise<RecipePlan>;
}
