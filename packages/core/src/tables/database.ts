import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { MemopError } from "../error.ts";
import type { Row } from "./table-schema.ts";

/** An embedded DuckDB that lives as long as it is open. All results are plain values: no bigint, no DuckDB classes. */
export interface Database {
  readonly connection: DuckDBConnection;
  /** Runs a statement for its effect. */
  run(sql: string, values?: readonly (string | number | boolean | null)[]): Promise<void>;
  /** Streams a query's rows in batches of at most 2,048. */
  stream(sql: string, values?: readonly (string | number | boolean | null)[]): AsyncGenerator<readonly Row[]>;
  /** All rows of a query; for results known to be small. */
  all(sql: string, values?: readonly (string | number | boolean | null)[]): Promise<Row[]>;
  close(): void;
}

/** Limits of an embedded database. */
export interface DatabaseOptions {
  /** Worker threads, default 1. Files written with one thread have the same bytes every time. */
  readonly threads?: number;
  /** Memory that DuckDB may use before it spills to disk, in mebibytes; default 512. */
  readonly memoryMb?: number;
  /** Folder for spilled data; spilling fails when absent. */
  readonly spillTo?: string;
}

/** Opens an in-memory DuckDB with insertion order kept and no access to the network. */
export async function openDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const settings: Record<string, string> = {
    threads: String(options.threads ?? 1),
    memory_limit: `${options.memoryMb ?? 512}MiB`,
    preserve_insertion_order: "true",
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
  };
  if (options.spillTo !== undefined) settings.temp_directory = options.spillTo;
  const instance = await DuckDBInstance.create(":memory:", settings);
  const connection = await instance.connect();
  return {
    connection,
    async run(sql, values = []) {
      await guarded(sql, () => connection.run(sql, [...values]));
    },
    async *stream(sql, values = []) {
      const result = await guarded(sql, () => connection.stream(sql, [...values]));
      for await (const rows of result.yieldRowObjectJs()) yield rows.map((row) => plain(row) as Row);
    },
    async all(sql, values = []) {
      const reader = await guarded(sql, () => connection.runAndReadAll(sql, [...values]));
      return reader.getRowObjectsJS().map((row) => plain(row) as Row);
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

async function guarded<T>(sql: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MemopError("BAD_INPUT", `query failed: ${reason}`, { hint: sql.slice(0, 500), cause: error });
  }
}

/** DuckDB's JS values as JSON-like ones: whole numbers as number, dates as ISO 8601 text, bytes as base64. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (value === null || typeof value !== "object") return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, each]) => [String(key), plain(each)]));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}
