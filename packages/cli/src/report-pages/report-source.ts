import { type Database, type Manifest, openTables, readManifest, tableFiles, type Workspace } from "@memop/core";
import { readSystems, type SystemColumn, type Systems } from "../study/read-systems.ts";
import { workspaceTables } from "../workspace-tables.ts";
import { type FailuresOfReport, failuresOfReport } from "./outcomes/failures.ts";

/** What the caller of a report chose. */
export interface ReportSettings {
  /** Systems whose resolved sets are compared; empty: those that resolved most. */
  readonly systems: readonly string[];
  /** What tells systems apart; null: found out. */
  readonly systemColumns: readonly SystemColumn[] | null;
  /** Shows the papers' own figures beside the workspace's. */
  readonly isPublishedShown: boolean;
}

/** Settings of a report for which nothing was chosen. */
export const defaultReportSettings: ReportSettings = { systems: [], systemColumns: null, isPublishedShown: false };

/** What the sections of a report read: the tables as views, which of them exist, and the workspace's record. */
export interface ReportSource {
  readonly workspace: Workspace;
  readonly manifest: Manifest;
  readonly database: Database;
  readonly settings: ReportSettings;
  /** True when the table has files; a table that has none is an empty view. */
  has(table: string): boolean;
  /** Outcomes by system and task; read once. */
  systems(): Promise<Systems>;
  /** Failure patterns; read once. */
  failures(): Promise<FailuresOfReport | null>;
}

/** Opens a workspace for a report. Close `database` when done. */
export async function openReportSource(workspace: Workspace, settings: ReportSettings): Promise<ReportSource> {
  const manifest = await readManifest(workspace);
  const database = await openTables(workspace, workspaceTables, { memoryMb: 1024 });
  let systems: Promise<Systems> | null = null;
  let failures: Promise<FailuresOfReport | null> | null = null;
  const source: ReportSource = {
    workspace,
    manifest,
    database,
    settings,
    has: (table) => tableFiles(workspace, table).length > 0,
    systems() {
      systems ??= readSystems(database, settings.systemColumns);
      return systems;
    },
    failures() {
      failures ??= failuresOfReport(source);
      return failures;
    },
  };
  return source;
}
