import { type Database, MemopError, openTables, tableFiles, type Workspace } from "@memop/core";
import { scoresTable } from "@memop/metrics";
import { memoriesTable, outcomesTable, trajectoriesTable } from "@memop/trajectory";
import { decisionsTable } from "../decisions-table.ts";
import { findingsTable } from "../hygiene/findings-table.ts";
import { armSql, cardSql, flaggedSql } from "../pairing/card-sql.ts";
import { armsSql, attemptSql, sidesSql } from "../pairing/pair-sql.ts";
import { type OpenCandidate, planForCandidate } from "./plan-for-candidate.ts";
import type { PlanRow } from "./plan-row.ts";

/** Which decisions a plan is for. */
export interface PlanOptions {
  /** Label of the arm without memory. */
  readonly baseline: string;
  readonly by: "memory" | "condition";
  /** Seed of the curation, which fixes the order of tasks. */
  readonly seed: number;
  /** False when the curation checked no runs: then none counts as flagged. Default true. */
  readonly hygiene?: boolean;
}

/**
 * Which rollouts to run next so that undecided candidates of a curated workspace get a verdict. The first row of every candidate
 * comes before the second of any, so a runner with little budget serves all; a baseline wanted by several is named once, with
 * the largest number of runs.
 */
export async function planRollouts(
  workspace: Workspace,
  { baseline, by, seed, hygiene = true }: PlanOptions,
): Promise<PlanRow[]> {
  if (tableFiles(workspace, "decisions").length === 0) {
    throw new MemopError("BAD_WORKSPACE", `${workspace.root} has no decisions`, {
      hint: `run: memop curate ${workspace.root}`,
    });
  }
  const tables = [scoresTable, trajectoriesTable, outcomesTable, memoriesTable, decisionsTable, findingsTable];
  const database = await openTables(workspace, tables, { memoryMb: 1024 });
  try {
    for (const sql of [flaggedSql(hygiene), cardSql, armSql(by, baseline), sidesSql, attemptSql(by), armsSql])
      await database.run(sql);
    const plans: PlanRow[][] = [];
    for await (const candidate of openCandidates(database)) plans.push(planForCandidate(candidate, baseline, seed));
    return interleave(plans);
  } finally {
    database.close();
  }
}

const openSql = `WITH unsettled AS (
    SELECT candidate_id, condition, memory_id, more_pairs_needed, reasons FROM decisions
    WHERE verdict = 'undecided' AND candidate_kind <> 'trajectory'),
  tried AS (
    SELECT candidate_id, list({'task': task_id, 'reason': excluded} ORDER BY task_id) FILTER (excluded IS NOT NULL) AS excluded,
      list(DISTINCT task_id) FILTER (excluded IS NULL) AS compared
    FROM arms WHERE candidate_id IN (SELECT candidate_id FROM unsettled) GROUP BY candidate_id),
  bases AS (SELECT task_id, min(repo) AS repo FROM arm_cards WHERE candidate_id IS NULL AND status = 'ok' GROUP BY task_id),
  untried AS (
    SELECT u.candidate_id, list(b.task_id) AS tasks
    FROM unsettled u JOIN memories m ON m.memory_id = u.memory_id AND m.task_id IS NULL
    JOIN bases b ON m.repo IS NULL OR b.repo = m.repo
    ANTI JOIN arms a ON a.candidate_id = u.candidate_id AND a.task_id = b.task_id
    GROUP BY u.candidate_id)
  SELECT u.*, t.excluded, t.compared, f.tasks AS untried
  FROM unsettled u LEFT JOIN tried t ON t.candidate_id = u.candidate_id
  LEFT JOIN untried f ON f.candidate_id = u.candidate_id ORDER BY u.candidate_id`;

async function* openCandidates(database: Database): AsyncGenerator<OpenCandidate> {
  for await (const batch of database.stream(openSql)) {
    for (const row of batch) {
      yield {
        condition: (row.condition ?? "") as string,
        memoryId: row.memory_id as string | null,
        morePairs: row.more_pairs_needed as number | null,
        reasons: (row.reasons ?? []) as string[],
        excluded: ((row.excluded ?? []) as { task: string; reason: string }[]).map(({ task, reason }) => ({
          taskId: task,
          reason,
        })),
        compared: (row.compared ?? []) as string[],
        untried: (row.untried ?? []) as string[],
      };
    }
  }
}

function interleave(plans: readonly PlanRow[][]): PlanRow[] {
  const rows = new Map<string, PlanRow>();
  const longest = plans.reduce((most, plan) => Math.max(most, plan.length), 0);
  for (let place = 0; place < longest; place += 1) {
    for (const plan of plans) {
      const row = plan[place];
      if (row === undefined) continue;
      const key = JSON.stringify([row.task_id, row.condition, row.memory_id]);
      const before = rows.get(key);
      rows.set(key, before === undefined || before.runs_wanted < row.runs_wanted ? row : before);
    }
  }
  return [...rows.values()];
}
