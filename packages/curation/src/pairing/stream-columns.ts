import type { Database } from "@memop/core";

/** Some rows of a query, column by column. */
export interface ColumnBatch {
  readonly rows: number;
  /** Values of a column: numbers, texts and nulls as they are, lists as `itemsOf` reads them. Throws nothing for known names. */
  column(name: string): readonly unknown[];
}

/**
 * Streams a query by columns: three times as fast as rows of objects, which counts for the hundreds of thousands of task deltas
 * of a large workspace. For queries on tables in memory: whole numbers must be of type INTEGER.
 */
export async function* streamColumns(database: Database, sql: string): AsyncGenerator<ColumnBatch> {
  const result = await database.connection.stream(sql);
  const names = result.columnNames();
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return;
    const columns = chunk.getColumns();
    yield { rows: chunk.rowCount, column: (name) => columns[names.indexOf(name)] as readonly unknown[] };
  }
}

/** Items of a list value. */
export function itemsOf<Item>(value: unknown): readonly Item[] {
  return (value as { readonly items: readonly Item[] }).items;
}
