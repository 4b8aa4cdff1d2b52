import { type Database, type Manifest, openTables, readManifest, tableFiles, type Workspace } from "@memop/core";
import { workspaceTables } from "../workspace-tables.ts";

/** What the sections of a report read: the tables as views, which of them exist, and the workspace's record. */
export interface ReportSource {
  readonly workspace: Workspace;
  readonly manifest: Manifest;
  readonly database: Database;
  /** True when the table has files; a table that has none is an empty view. */
  has(table: string): boolean;
}

/** Opens a workspace for a report. Close `database` when done. */
export async function openReportSource(workspace: Workspace): Promise<ReportSource> {
  const manifest = await readManifest(workspace);
  const database = await openTables(workspace, workspaceTables, { memoryMb: 1024 });
  return { workspace, manifest, database, has: (table) => tableFiles(workspace, table).length > 0 };
}
