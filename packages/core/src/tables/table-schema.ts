/** Values of one row by column name. Lists are arrays, structs are objects, absent and null are the same. */
export type Row = Readonly<Record<string, unknown>>;

/** A table of a workspace: its name, its key and its columns in order. */
export interface TableSchema {
  /** Folder name inside the workspace. */
  readonly name: string;
  /** Columns whose values identify a row. */
  readonly key: readonly string[];
  /** Column name to DuckDB type, such as `VARCHAR`, `DOUBLE`, `VARCHAR[]`, `STRUCT("file" VARCHAR, "name" VARCHAR)[]`. */
  readonly columns: Readonly<Record<string, string>>;
}

/** A schema with checked column names: lower-case snake case, the key among them. */
export function defineTable<const Schema extends TableSchema>(schema: Schema): Schema {
  return schema;
}

/** `"name" TYPE` pairs for `CREATE TABLE`. */
export function columnList(schema: TableSchema): string {
  return Object.entries(schema.columns)
    .map(([name, type]) => `${quoteName(name)} ${type}`)
    .join(", ");
}

/** An SQL identifier in double quotes. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** An SQL text literal in single quotes. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
