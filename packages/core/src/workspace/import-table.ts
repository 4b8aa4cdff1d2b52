import { MemopError } from "../error.ts";
import { hashFile } from "../files/hash-file.ts";
import { coerce } from "../tables/coerce.ts";
import { type FileRow, openTableFile, type TableFile } from "../tables/table-file.ts";
import { quoteName, type Row, type TableSchema } from "../tables/table-schema.ts";
import { columnsInWorkspace, importedTable, rowKey, widened, withOthers } from "./imported-rows.ts";
import type { StageRecord } from "./manifest.ts";
import { openTables } from "./open-tables.ts";
import { runStage } from "./run-stage.ts";
import type { Workspace } from "./workspace.ts";

/** Rules for a table made elsewhere, beyond its columns' types. */
export interface ImportRules {
  /** Columns that must not be null. */
  readonly required: readonly string[];
  /** Columns that must lie in 0–100. */
  readonly percent: readonly string[];
  /** Fills in what can be told from the rest of the row, such as an id. */
  complete?(row: Row): Row;
}

/**
 * Takes a table from a Parquet, CSV or JSONL file (found by content) into the workspace. Rows that the workspace has already
 * are kept, but for those whose key occurs in the file.
 *
 * Known columns get their type; columns that the schema does not have are kept as text. Rows with a wrong type, a missing
 * required value or a percent outside 0–100 are refused with their line, and so is every further row of a key. Throws
 * `BAD_INPUT` when the file is damaged, and when a required column is nowhere and `complete` cannot make it. `table` is what
 * the file holds, when it is of another form and the caller has read it.
 */
export async function importTable(
  workspace: Workspace,
  schema: TableSchema,
  file: { readonly path: string; readonly source: string; readonly table?: TableFile },
  rules: ImportRules,
): Promise<StageRecord> {
  const rows = file.table ?? (await openTableFile(file.path));
  const missing = rules.required.filter((column) => !rows.columns.includes(column));
  if (missing.length > 0 && rules.complete === undefined) throw missingColumns(file.source, missing, rows.columns);
  return runStage(workspace, {
    name: `import-${schema.name}`,
    config: { table: schema.name, file: file.source, sha256: await hashFile(file.path) },
    reads: [],
    async body({ write, refuse }) {
      const own = importedTable(schema);
      const before = await Promise.all([schema, own].map((table) => columnsInWorkspace(workspace, table)));
      const wide = widened(schema, [...rows.columns, ...before.flat()]);
      let read = 0;
      let refused = 0;
      async function* good(refuseRow: (at: string, reason: string, message: string) => void): AsyncGenerator<Row> {
        const keys = new Set<string>();
        for await (const each of rows.read()) {
          const checked = "problem" in each ? each : checkRow(each, wide, rules);
          const key = "row" in checked ? rowKey(checked.row, schema) : "";
          if ("row" in checked && !keys.has(key)) {
            read += 1;
            keys.add(key);
            yield checked.row;
          } else if ("problem" in checked) refuseRow(each.at, "bad-row", checked.problem);
          else refuseRow(each.at, "duplicate", `another row has the key ${key}`);
        }
      }
      const database = await openTables(workspace, [wide, { ...wide, name: own.name }]);
      try {
        const told = good((at, reason, message) => {
          read += 1;
          refused += 1;
          refuse({ source: `${file.source}:${at}`, byteOffset: null, reason, message });
        });
        await write(wide, withOthers(told, database, quoteName(schema.name), schema));
        const result = { table: schema.name, read, used: read - refused, refused };
        // What was imported also stands alone: the stage that makes this table anew puts it back.
        const again = good(() => undefined);
        await write({ ...wide, name: own.name }, withOthers(again, database, quoteName(own.name), schema));
        return { read: result.read, used: result.used, result };
      } finally {
        database.close();
      }
    },
  });
}

function missingColumns(source: string, missing: readonly string[], found: readonly string[]): MemopError {
  return new MemopError("BAD_INPUT", `${source} lacks the column ${missing.join(", ")}`, {
    hint: `it has: ${found.join(", ")}; docs/workspace.md lists the columns of every table`,
  });
}

function checkRow(
  { row, at }: { readonly row: Row; readonly at: string },
  schema: TableSchema,
  rules: ImportRules,
): FileRow {
  const checked: Record<string, unknown> = {};
  for (const [column, type] of Object.entries(schema.columns)) {
    const coerced = coerce(row[column], type);
    if ("problem" in coerced) return { at, problem: `column ${column}: ${coerced.problem}` };
    checked[column] = coerced.value;
  }
  const complete = rules.complete?.(checked) ?? checked;
  for (const column of rules.required) {
    if (complete[column] === null || complete[column] === undefined) return { at, problem: `column ${column} is null` };
  }
  for (const column of rules.percent) {
    const value = complete[column];
    if (typeof value === "number" && (value < 0 || value > 100)) {
      return { at, problem: `column ${column}: ${value} is outside 0 to 100` };
    }
  }
  return { at, row: complete };
}
