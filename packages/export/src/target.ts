import type { Row } from "@memop/core";
import type { Example, ExampleKind } from "./example.ts";

/** How one trainer wants its rows. Knows neither recipes nor files. */
export interface Target {
  /** As typed after `--target`. */
  readonly name: string;
  /** One sentence for the dataset card. */
  readonly title: string;
  /** Kinds of examples that it can express. */
  readonly kinds: readonly ExampleKind[];
  /** Column name to DuckDB type, in order; the same for every row of a kind. */
  columns(kind: ExampleKind): Readonly<Record<string, string>>;
  /** A row with exactly those columns. */
  toRow(example: Example): Row;
}
