import { importedTable, MemopError, putImportedBack, type TableSchema, tableFiles, type Workspace } from "@memop/core";
import { memoriesTable } from "../tables/memories-table.ts";
import { outcomesTable } from "../tables/outcomes-table.ts";
import { tasksTable } from "../tables/tasks-table.ts";

/** Tables that ingesting makes anew, and into which rows can be imported. */
const importable: readonly TableSchema[] = [tasksTable, outcomesTable, memoriesTable];

/**
 * Throws when tables were imported by a version that did not keep imported rows apart: they would be made anew from what was
 * ingested, and the imported rows lost.
 */
export function checkKeepsImported(stages: readonly string[], workspace: Workspace): void {
  for (const schema of importable) {
    const isKept = tableFiles(workspace, importedTable(schema).name).length > 0;
    if (!stages.includes(`import-${schema.name}`) || isKept) continue;
    throw new MemopError(
      "BAD_WORKSPACE",
      `${workspace.root} holds imported ${schema.name}, which ingesting would replace`,
      {
        hint: "ingest everything into a new workspace, then import: rows are kept from then on",
      },
    );
  }
}

/** Puts imported rows into the tables in `folder`; returns the number of rows by table. */
export async function keepImported(
  workspace: Workspace,
  folder: string,
  rows: Readonly<Record<string, number>>,
): Promise<Readonly<Record<string, number>>> {
  const counts = { ...rows };
  for (const schema of importable) {
    const count = await putImportedBack(workspace, schema, folder);
    if (count !== null) counts[schema.name] = count;
  }
  return counts;
}
