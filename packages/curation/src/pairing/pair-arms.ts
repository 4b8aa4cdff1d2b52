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
  anySeedsSql,
  anySinglesSql,
  armsSql,
  attemptSql,
  candidateSql,
  comparedSql,
  pairsSql,
  repeatedBaselineSql,
  runVarianceSql,
  severalPairsSql,
  sidesSql,
  singleRunsSql,
  taskDeltaSql,
  unusedSql,
} from "./pair-sql.ts";
import { type ColumnBatch, itemsOf, streamColumns } from "./stream-columns.ts";

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
  const steps = [armSql(by, baseline, only), sidesSql, attemptSql(by), armsSql, comparedSql];
  for (const sql of steps) await database.run(sql);
  const holds = async (sql: string): Promise<boolean> => (await database.all(sql)).length > 0;
  await database.run(pairsSql(await holds(anySeedsSql)));
  await database.run(singleRunsSql(await holds(anySinglesSql)));
  const hasSeveral = await holds(severalPairsSql);
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
      for await (const batch of streamColumns(database, taskDeltaSql(hasSeveral))) {
        const ids = batch.column("candidate_id");
        const taskAt = taskReader(batch);
        for (let row = 0; row < batch.rows; row += 1) {
          while (!current.done && current.value.candidate_id !== ids[row]) {
            yield toCandidate(current.value, tasks);
            tasks = [];
            current = left.next();
          }
          tasks.push(taskAt(row));
        }
      }
      for (; !current.done; current = left.next()) {
        yield toCandidate(current.value, tasks);
        tasks = [];
      }
    },
    async release() {
      await database.run("DROP VIEW compared");
      for (const table of ["single_runs", "pairs", "arms", "attempts", "sides"])
        await database.run(`DROP TABLE ${table}`);
      await database.run("DROP VIEW arm_cards");
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

/** Reads tasks off a batch by their row. */
function taskReader(batch: ColumnBatch): (row: number) => ComparedTask {
  const columns = mapMetrics((metric) => batch.column(metric) as readonly (number | null)[]);
  const [taskIds, repos, nWith, nWithout] = ["task_id", "repo", "n_with", "n_without"].map(batch.column);
  const [rollouts, having, without] = ["rollouts", "sr_with", "sr_without"].map(batch.column);
  const [runsWith, runsWithout] = ["runs_with", "runs_without"].map(batch.column);
  return (row) => {
    const taskId = taskIds?.[row] as string;
    const isSingle = (runsWith?.[row] ?? null) !== null;
    return {
      taskId,
      repo: (repos?.[row] as string | null) ?? repoOfInstanceId(taskId),
      values: mapMetrics((metric) => columns[metric][row] ?? null),
      nWith: nWith?.[row] as number,
      nWithout: nWithout?.[row] as number,
      rollouts: itemsOf<string>(rollouts?.[row]),
      success: { having: having?.[row] as number | null, without: without?.[row] as number | null },
      runs: isSingle ? { having: toRuns(runsWith?.[row]), without: toRuns(runsWithout?.[row]) } : null,
    };
  };
}

function toRuns(lists: unknown): MetricValues[] {
  return itemsOf(lists).map((list) => {
    const values = itemsOf<number | null>(list);
    return mapMetrics((metric) => values[metricNames.indexOf(metric)] as number | null);
  });
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
