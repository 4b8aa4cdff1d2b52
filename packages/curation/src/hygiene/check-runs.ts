import { type Database, openTables, type Row, type Workspace } from "@memop/core";
import {
  checkTrajectory,
  createDuplicateSearch,
  duplicates,
  type HygieneReason,
  prepareRun,
  scanForSecrets,
  textsOfTrajectory,
  trajectoryText,
} from "@memop/hygiene";
import {
  type Health,
  loadShellParser,
  outcomesTable,
  type ShellParser,
  type Trajectory,
  trajectoriesTable,
} from "@memop/trajectory";
import { fillIds } from "./fill-ids.ts";
import { type FindingSubject, findingRow } from "./finding-row.ts";
import type { ResolvedHygieneSettings } from "./hygiene-settings.ts";
import type { TaskReader } from "./task-reader.ts";

/** What the checks of runs are told and tell while they go. */
export interface RunChecks {
  readonly settings: ResolvedHygieneSettings;
  readonly tasks: TaskReader;
  /** Called for each finding. */
  found(trajectoryId: string, reason: HygieneReason): void;
  /** Called after each run. */
  onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Checks every run of a workspace: rows of the `findings` table. Runs are streamed; those that may repeat another twice. */
export async function* checkRuns(workspace: Workspace, checks: RunChecks): AsyncGenerator<Row> {
  const database = await openTables(workspace, [trajectoriesTable, outcomesTable], { memoryMb: 2048 });
  try {
    // Trajectories must stay on the streaming side of the joins: their JSON is the bulk of a workspace.
    await database.run("SET disabled_optimizers = 'join_order,build_side_probe_side'");
    const [counted] = await database.all("SELECT count(*) AS total FROM trajectories");
    const total = Number(counted?.total ?? 0);
    const parser = await loadShellParser();
    const search = createDuplicateSearch();
    const subjects = new Map<string, FindingSubject>();
    let done = 0;
    for await (const batch of database.stream(runSql)) {
      await checks.tasks.load(batch.flatMap((row) => (row.task_id === null ? [] : [row.task_id as string])));
      for (const row of batch) {
        const trajectory = JSON.parse(row.trajectory_json as string) as Trajectory;
        const subject = subjectOf(row);
        for (const finding of await checkRun(row, trajectory, parser, checks)) {
          checks.found(subject.id, finding.reason);
          yield findingRow(subject, finding);
        }
        search.note({ id: subject.id, text: trajectoryText(trajectory), group: `resolved ${row.resolved}` });
        subjects.set(subject.id, subject);
        done += 1;
        checks.onProgress?.(done, total);
      }
    }
    await compareDoubtful(database, search);
    for (const duplicate of search.found().values()) {
      const verdict = duplicates.check({ duplicate });
      if (verdict.verdict === "keep") continue;
      const finding = { filter: duplicates.name, reason: verdict.reason, evidence: verdict.evidence };
      yield {
        ...findingRow(subjects.get(duplicate.droppedId) as FindingSubject, finding),
        kept_id: duplicate.keptId,
        similarity: duplicate.similarity,
      };
    }
  } finally {
    database.close();
  }
}

const runSql = `SELECT t.trajectory_id, t.task_id, t.condition, t.trajectory_json, o.trajectory_id IS NOT NULL AS has_outcome,
    o.resolved, o.health AS outcome_health, o.reason AS outcome_reason
  FROM trajectories t LEFT JOIN outcomes o ON o.trajectory_id = t.trajectory_id WHERE t.trajectory_json IS NOT NULL`;

function subjectOf(row: Row): FindingSubject {
  const id = row.trajectory_id as string;
  return { kind: "trajectory", id, taskId: row.task_id as string | null, condition: row.condition as string | null };
}

async function checkRun(row: Row, trajectory: Trajectory, parser: ShellParser, { settings, tasks }: RunChecks) {
  const outcome =
    row.has_outcome === true
      ? {
          resolved: row.resolved as boolean | null,
          health: (row.outcome_health ?? "healthy") as Health,
          reason: (row.outcome_reason ?? "") as string,
        }
      : null;
  const run = prepareRun(
    {
      trajectory,
      task: tasks.taskOf(row.task_id as string | null),
      outcome,
      benchmarks: settings.benchmarks.map(({ benchmark }) => benchmark),
      secrets: await scanForSecrets(textsOfTrajectory(trajectory), settings.scanners),
    },
    parser,
  );
  return checkTrajectory(run).findings;
}

async function compareDoubtful(database: Database, search: ReturnType<typeof createDuplicateSearch>): Promise<void> {
  const ids = [...search.doubtful()];
  if (ids.length === 0) return;
  await fillIds(database, "doubtful", ids);
  const sql = "SELECT t.trajectory_id, t.trajectory_json FROM trajectories t SEMI JOIN doubtful USING (trajectory_id)";
  for await (const batch of database.stream(sql)) {
    for (const row of batch) {
      const trajectory = JSON.parse(row.trajectory_json as string) as Trajectory;
      search.compare({ id: row.trajectory_id as string, text: trajectoryText(trajectory) });
    }
  }
}
