import type { Row, TableSchema } from "../tables/table-schema.ts";
import type { Refusal } from "./refusal.ts";

/** What the body of a stage may do. */
export interface StageContext {
  /** Writes a whole table, replacing it when the stage completes. Rows are ordered by the table's key unless `orderBy` is given. */
  write(schema: TableSchema, rows: AsyncIterable<Row> | Iterable<Row>, orderBy?: string): Promise<number>;
  /** Notes a record that was not used; all go to `refused/<stage>.jsonl`. */
  refuse(refusal: Refusal): void;
}

/** A stage between tables of a workspace. */
export interface StageDefinition {
  readonly name: string;
  /** The resolved configuration, written into the manifest; part of the key. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Names of the tables that the stage reads; their content is part of the key. */
  readonly reads: readonly string[];
  readonly seed?: number;
  /** Returns how many records were read and used (refusals are counted here) and what `--json` prints. */
  body(context: StageContext): Promise<{ read: number; used: number; result: Record<string, unknown> }>;
}
