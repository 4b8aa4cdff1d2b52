import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { MemopError } from "../error.ts";
import { plainValue } from "./plain-value.ts";
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
  /**
   * Path for spilled data, in a folder that exists; spilling fails when absent. The folder that is made, only when needed,
   * has the process's id and more appended to this name: two databases that spill to one folder destroy each other.
   */
  readonly spillTo?: string;
  /** Says more about an error of a query than DuckDB does; null when it cannot. */
  explain?(reason: string): Promise<MemopError | null>;
}

/** Opens an in-memory DuckDB with insertion order kept and no access to the network. Queries throw `BAD_INPUT`. */
export async function openDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const spillFolder = options.spillTo && `${options.spillTo}-${process.pid}-${randomUUID().slice(0, 8)}`;
  const instance = await DuckDBInstance.create(":memory:", {
    threads: String(options.threads ?? 1),
    memory_limit: `${options.memoryMb ?? 512}MiB`,
    preserve_insertion_order: "true",
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    ...(spillFolder === undefined ? {} : { temp_directory: spillFolder }),
  });
  const connection = await instance.connect();
  const failed = async (sql: string, error: unknown): Promise<MemopError> => {
    const reason = error instanceof Error ? error.message : String(error);
    const explained = await options.explain?.(reason);
    return (
      explained ?? new MemopError("BAD_INPUT", `query failed: ${reason}`, { hint: sql.slice(0, 500), cause: error })
    );
  };
  const guarded = async <T>(sql: string, action: () => Promise<T>): Promise<T> => {
    try {
      return await action();
    } catch (error) {
      throw await failed(sql, error);
    }
  };
  return {
    connection,
    async run(sql, values = []) {
      await guarded(sql, () => connection.run(sql, [...values]));
    },
    async *stream(sql, values = []) {
      const result = await guarded(sql, () => connection.stream(sql, [...values]));
      const batches = result.yieldRowObjectJs();
      for (;;) {
        // Errors of the consumer, thrown where it is given a batch, are not the query's.
        const batch = await guarded(sql, () => batches.next());
        if (batch.done) return;
        yield batch.value.map((row) => plainValue(row) as Row);
      }
    },
    async all(sql, values = []) {
      const rows = await guarded(sql, async () => {
        const reader = await connection.runAndReadAll(sql, [...values]);
        return reader.getRowObjectsJS();
      });
      return rows.map((row) => plainValue(row) as Row);
    },
    close() {
      connection.closeSync();
      instance.closeSync();
      if (spillFolder !== undefined) rmSync(spillFolder, { recursive: true, force: true });
    },
  };
}
