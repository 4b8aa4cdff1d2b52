import { type Json, openTables, openWorkspace, type Row } from "@memop/core";
import {
  type Derivation,
  type DerivationSettings,
  deriveTask,
  type IngestContext,
  type IngestResult,
  ingest,
  loadShellParser,
  openRepositories,
  tasksTable,
  trajectoriesTable,
} from "@memop/trajectory";

/**
 * Reads sessions into a workspace as `ingest` does, each with the task that its repository tells. Throws `NOT_FOUND` when
 * there is no folder of repositories.
 */
export async function ingestWithTasks(
  root: string,
  paths: readonly string[],
  settings: DerivationSettings,
  labels: { readonly condition: string; readonly run: string | null },
  context: IngestContext,
): Promise<IngestResult> {
  openRepositories(settings.repos).close();
  const shell = await loadShellParser();
  return ingest(
    root,
    {
      ...{ paths, tasks: [], results: [], memories: [], labels: null, format: null, shard: null, ...labels },
      derivation: { from: "git", ...(settings as unknown as Record<string, Json>) },
    },
    { ...context, derive: (reading) => deriveTask(reading, settings, shell) },
  );
}

/** What could be derived, and what could not. */
export interface DerivedTasks {
  readonly tasks: number;
  /** Numbers of tasks that have each part. */
  readonly repositories: number;
  readonly baseCommits: number;
  readonly goldPatches: number;
  readonly finalPatches: number;
  readonly outcomes: number;
  /** `part: reason` to number of tasks. */
  readonly missing: Readonly<Record<string, number>>;
  /** One row per task: its parts, or in brackets why there is none. */
  readonly sessions: readonly Row[];
}

/** Tells of the derived tasks of a workspace what they have and why they lack the rest. */
export async function derivedTasks(root: string): Promise<DerivedTasks> {
  const database = await openTables(openWorkspace(root), [tasksTable, trajectoriesTable]);
  let rows: readonly Row[];
  try {
    rows = await database.all(
      `SELECT k.task_id, k.repo, k.base_commit, k.derivation_json, k.source FROM tasks k
       WHERE k.derivation_json IS NOT NULL ORDER BY k.task_id`,
    );
  } finally {
    database.close();
  }
  const missing: Record<string, number> = {};
  const counts = { repository: 0, base: 0, gold: 0, finalPatch: 0, outcome: 0 };
  const sessions = rows.map((row) => {
    const derivation = JSON.parse(row.derivation_json as string) as Derivation;
    const told = (part: keyof typeof counts, value: string): string => {
      const finding = derivation[part] as { readonly reason?: string };
      if (finding.reason === undefined) {
        counts[part] += 1;
        return value;
      }
      const key = `${part}: ${finding.reason}`;
      missing[key] = (missing[key] ?? 0) + 1;
      return `(${finding.reason})`;
    };
    const { base, gold, finalPatch, outcome } = derivation as unknown as Record<string, Record<string, unknown>>;
    return {
      task_id: row.task_id as string,
      repo: told("repository", String(row.repo)),
      base: told("base", `${String(row.base_commit).slice(0, 8)} ${base?.rule}`),
      gold: told("gold", `${String(gold?.commit).slice(0, 8)} ${gold?.rule}`),
      final_patch: told("finalPatch", String(finalPatch?.rule)),
      outcome: told(
        "outcome",
        `${outcome?.verdict}${outcome?.exitCode === null ? "" : ` (exit ${outcome?.exitCode})`}`,
      ),
      source: row.source as string,
    };
  });
  return {
    tasks: rows.length,
    repositories: counts.repository,
    baseCommits: counts.base,
    goldPatches: counts.gold,
    finalPatches: counts.finalPatch,
    outcomes: counts.outcome,
    missing,
    sessions,
  };
}
