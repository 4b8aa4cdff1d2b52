import { createTable, type Database } from "@memop/core";

/** Makes a table with the one column `trajectory_id`, to join with. */
export async function fillIds(database: Database, table: string, ids: Iterable<string>): Promise<void> {
  const schema = { name: table, key: [], columns: { trajectory_id: "VARCHAR" } };
  const appender = await createTable(database, schema, table);
  for (const id of ids) appender.append({ trajectory_id: id });
  appender.finish();
}
