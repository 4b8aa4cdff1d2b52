import { type Database, openTables, type Row, type Workspace } from "@memop/core";
import { mapMetrics, scoresTable } from "@memop/metrics";
import { outcomesTable, repoOfInstanceId, trajectoriesTable } from "@memop/trajectory";
import type { TaskDelta } from "../deltas.ts";
import { armSql, cardSql } from "./card-sql.ts";
import { armsSql, attemptSql, candidateSql, pairsSql, runVarianceSql, taskDeltaSql, unusedSql } from "./pair-sql.ts";

/** A task on which a candidate was compared with its baseline. */
export interface ComparedTask extends TaskDelta {
  readonly nWith: number;
  readonly nWithout: number;
  /** Ids of every rollout used, of both arms. */
  readonly rollouts: readonly string[];
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

/** All candidates of a workspace, paired with the baseline. */
export interface PairedArms {
  readonly total: number;
  /** Variance between repeated rollouts, of the mean of the ten metrics, in squared percent points; null without repeats. */
  readonly runVariance: number | null;
  /** Candidates ordered by id. */
  candidates(): AsyncGenerator<PairedCandidate>;
  /** Scored rollouts in no pair, with the reason. */
  unused(): AsyncGenerator<{ readonly trajectoryId: string; readonly reason: string }>;
}

/** Opens the tables that pairing reads; `cards` holds every rollout with its status. */
export async function openCards(workspace: Workspace): Promise<Database> {
  const database = await openTables(workspace, [scoresTable, trajectoriesTable, outcomesTable], { memoryMb: 2048 });
  await database.run(cardSql);
  return database;
}

/**
 * Pairs each candidate's rollouts with those of the baseline on task, agent, model and turn budget, and on seed where both
 * sides know it. Only rollouts that are healthy and have a known outcome count; nothing is imputed.
 *
 * Source: docs/papers.md#delta.
 */
export async function pairArms(database: Database, by: "memory" | "condition", baseline: string): Promise<PairedArms> {
  for (const sql of [armSql(by, baseline), attemptSql(by), armsSql, pairsSql]) await database.run(sql);
  const known = await database.all(candidateSql);
  const [repeats] = await database.all(runVarianceSql);
  return {
    total: known.length,
    runVariance: (repeats?.variance ?? null) as number | null,
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
    async *unused() {
      for await (const batch of database.stream(unusedSql)) {
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
    repo: (row.repo as string | null) ?? repoOfInstanceId(row.task_id as string),
    values: mapMetrics((metric) => row[metric] as number | null),
    nWith: row.n_with as number,
    nWithout: row.n_without as number,
    rollouts: row.rollouts as string[],
  };
}
