import { type Database, openTables, type Row, type Workspace } from "@memop/core";
import { type MetricValues, mapMetrics, metricNames, scoresTable } from "@memop/metrics";
import {
  conditionsTable,
  memoriesTable,
  outcomesTable,
  repoOfInstanceId,
  tasksTable,
  trajectoriesTable,
} from "@memop/trajectory";
import type { TaskDelta } from "../deltas.ts";
import { findingsTable } from "../hygiene/findings-table.ts";
import type { RunValues } from "../measurement.ts";
import { armSql, cardSql, flaggedSql, inArmSql } from "./card-sql.ts";
import {
  armsSql,
  attemptSql,
  candidateSql,
  comparedSql,
  pairsSql,
  repeatedBaselineSql,
  runVarianceSql,
  singleRunsSql,
  taskDeltaSql,
  unusedSql,
} from "./pair-sql.ts";

/** A task on which a candidate was compared with its baseline. */
export interface ComparedTask extends TaskDelta {
  readonly nWith: number;
  readonly nWithout: number;
  /** Ids of every rollout used, of both arms. */
  readonly rollouts: readonly string[];
  /** Mean success rate of each arm, in percent; null where unknown. */
  readonly success: { readonly having: number | null; readonly without: number | null };
  /** Values of the single runs; null unless this task is the candidate's only pair. */
  readonly runs: RunValues | null;
}

/** A candidate with everything that was compared. */
export interface PairedCandidate {
  readonly candidateId: string;
  readonly condition: string | null;
  readonly tasks: readonly ComparedTask[];
  readonly pairsUsed: number;
  readonly pairsPossible: number;
  /** Pairs not used: `reason:count`. */
  readonly excluded: readonly string[];
}

/** A task whose baseline was run several times by one agent with one model and budget. */
export interface RepeatedBaseline {
  readonly taskId: string;
  readonly repo: string | null;
  readonly runs: readonly MetricValues[];
}

/** All candidates of a workspace, paired with the baseline. */
export interface PairedArms {
  readonly total: number;
  /** Variance between repeated rollouts, of the mean of the ten metrics, in squared percent points; null without repeats. */
  readonly runVariance: number | null;
  /** Baselines that were run several times, each with the values of its runs. */
  readonly repeats: readonly RepeatedBaseline[];
  /** Candidates ordered by id. */
  candidates(): AsyncGenerator<PairedCandidate>;
  /** Scored rollouts in no pair, with the reason. */
  unused(): AsyncGenerator<{ readonly trajectoryId: string; readonly reason: string }>;
  /** Frees the memory of all that pairing made; nothing can be asked afterwards. */
  release(): Promise<void>;
}

/** Opens the tables that pairing reads; `cards` holds every rollout with its status. `isChecked`: flagged runs are in no pair. */
export async function openCards(workspace: Workspace, isChecked: boolean): Promise<Database> {
  const tables = [
    scoresTable,
    trajectoriesTable,
    outcomesTable,
    memoriesTable,
    conditionsTable,
    tasksTable,
    findingsTable,
  ];
  const database = await openTables(workspace, tables, { memoryMb: 512 });
  await database.run(flaggedSql(isChecked));
  await database.run(cardSql);
  return database;
}

/**
 * Pairs each candidate's rollouts with those of the baseline on task, agent, model and turn budget, and on seed where both
 * sides know it. `only` names the candidates that are wanted. Only rollouts that are healthy and have a known outcome count; nothing is imputed.
 *
 * Source: docs/papers.md#delta.
 */
export async function pairArms(
  database: Database,
  by: "memory" | "condition",
  baseline: string,
  only: readonly string[] | null = null,
): Promise<PairedArms> {
  for (const sql of [armSql(by, baseline, only), attemptSql(by), armsSql, comparedSql, pairsSql, singleRunsSql]) {
    await database.run(sql);
  }
  const known = await database.all(candidateSql);
  const [repeats] = await database.all(runVarianceSql);
  return {
    total: known.length,
    runVariance: (repeats?.variance ?? null) as number | null,
    repeats: await readRepeats(database),
    async *candidates() {
      const left = known[Symbol.iterator]();
      let current = left.next();
      let tasks: ComparedTask[] = [];
      for await (const batch of database.stream(taskDeltaSql)) {
        for (const row of batch) {
          while (!current.done && current.value.candidate_id !== row.candidate_id) {
            yield toCandidate(current.value, tasks);
            tasks = [];
            current = left.next();
          }
          tasks.push(toTask(row));
        }
      }
      for (; !current.done; current = left.next()) {
        yield toCandidate(current.value, tasks);
        tasks = [];
      }
    },
    async release() {
      await database.run("DROP VIEW compared");
      for (const table of ["single_runs", "pairs", "arms", "attempts", "arm_cards"]) {
        await database.run(`DROP TABLE ${table}`);
      }
    },
    async *unused() {
      for await (const batch of database.stream(unusedSql(inArmSql(by, baseline)))) {
        for (const row of batch) yield { trajectoryId: row.trajectory_id as string, reason: row.reason as string };
      }
    },
  };
}

function toCandidate(row: Row, tasks: readonly ComparedTask[]): PairedCandidate {
  return {
    candidateId: row.candidate_id as string,
    condition: row.condition as string | null,
    tasks,
    pairsUsed: row.used as number,
    pairsPossible: row.possible as number,
    excluded: (row.excluded ?? []) as string[],
  };
}

function toTask(row: Row): ComparedTask {
  return {
    taskId: row.task_id as string,
    repo: repoOf(row),
    values: mapMetrics((metric) => row[metric] as number | null),
    nWith: row.n_with as number,
    nWithout: row.n_without as number,
    rollouts: row.rollouts as string[],
    success: { having: row.sr_with as number | null, without: row.sr_without as number | null },
    runs: row.runs_with === null ? null : { having: toRuns(row.runs_with), without: toRuns(row.runs_without) },
  };
}

function toRuns(lists: unknown): MetricValues[] {
  return (lists as (number | null)[][]).map((values) =>
    mapMetrics((metric) => values[metricNames.indexOf(metric)] as number | null),
  );
}

async function readRepeats(database: Database): Promise<RepeatedBaseline[]> {
  const found = new Map<number, { taskId: string; repo: string | null; runs: MetricValues[] }>();
  for await (const batch of database.stream(repeatedBaselineSql)) {
    for (const row of batch) {
      const place = row.place as number;
      const taskId = row.task_id as string;
      const repeat = found.get(place) ?? { taskId, repo: repoOf(row), runs: [] };
      repeat.runs.push(mapMetrics((metric) => row[metric] as number | null));
      found.set(place, repeat);
    }
  }
  return [...found.values()];
}

function repoOf(row: Row): string | null {
  return (row.repo as string | null) ?? repoOfInstanceId(row.task_id as string);
}
