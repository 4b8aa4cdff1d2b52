import { availableParallelism } from "node:os";
import { countReasons, MemopError, openTables, type Row, runStage, version, type Workspace } from "@memop/core";
import {
  outcomesTable,
  type Repositories,
  type Shard,
  type Trajectory,
  type TurnEdit,
  tasksTable,
  trajectoriesTable,
} from "@memop/trajectory";
import { placeReader } from "./rollout-places.ts";
import { scoresTable } from "./scores-table.ts";
import { knownCard, madeFromSql } from "./scoring/known-cards.ts";
import { runsFromSource, type ScoredRow, scoreInWorkers } from "./scoring/score-in-workers.ts";
import { type CompatMode, type RowOutcome, type RowSettings, scoreRow, scoresRow } from "./scoring/score-row.ts";

/** Rollouts fewer than this are scored before a thread would have started. */
const WORTH_A_THREAD = 100;

/** How to score a workspace. */
export interface ScoreOptions {
  /** Turn budget T of every rollout; when absent each rollout's own limit, and where it has none LE and E_resolve are null. */
  readonly budget?: number;
  readonly compat?: CompatMode;
  /** Scores only the tasks of this shard, by the hash of their id. */
  readonly shard?: Shard;
  /** Repositories in which the functions of gold patches and edits are looked up; when absent, patch and run alone tell. */
  readonly repositories?: Repositories;
  /** Finds the edits of a trajectory with their turns; default `editsAtCommit` of `@memop/trajectory`. */
  readonly extractEdits?: (trajectory: Trajectory) => readonly TurnEdit[];
  /** Called after each rollout. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Scores again although nothing changed, every rollout. */
  readonly force?: boolean;
  /** Threads that score; 1 scores in this thread. Default: as many as there are cores. The cards do not depend on it. */
  readonly workers?: number;
}

/** What `memop score --json` prints. */
export interface ScoreResult {
  readonly scored: number;
  readonly skipped: number;
  readonly byReason: Readonly<Record<string, number>>;
  /** The budget of every card; null when they have none, or differ. */
  readonly budget: number | null;
}

/**
 * Scores every trajectory of a workspace into its `scores` table. Rollouts that failed for infrastructure reasons
 * (`infra`), that name no task or one of which nothing is known (`no-task`), or whose record is gone (`no-trajectory`) have
 * no card and are listed in `refused/score.jsonl`.
 *
 * A card of an earlier call is kept when all that it was made from is the same; with repositories, which may have changed,
 * all cards are made anew. The tables are those of a call that makes every card.
 */
export async function scoreWorkspace(workspace: Workspace, options: ScoreOptions = {}): Promise<ScoreResult> {
  const { budget = null, compat = null, shard = null, repositories } = options;
  const repos = repositories === undefined ? {} : { repos: repositories.folder };
  const record = await runStage(
    workspace,
    {
      name: "score",
      config: { budget, compat, shard: shard === null ? null : { ...shard }, ...repos },
      reads: ["trajectories", "tasks", "outcomes"],
      async body({ write, refuse }) {
        const skips: { source: string; byteOffset: null; reason: string; message: string }[] = [];
        const budgets = new Set<number | null>();
        const rows = scoreRows(workspace, options, budgets, (source, reason, message) => {
          skips.push({ source, byteOffset: null, reason, message });
        });
        const scored = await write(scoresTable, rows);
        for (const skip of skips) refuse(skip);
        const [common = budget] = budgets;
        const result: ScoreResult = {
          scored,
          skipped: skips.length,
          byReason: countReasons(skips),
          budget: budgets.size > 1 ? null : common,
        };
        return { read: scored + skips.length, used: scored, result: { ...result } };
      },
    },
    { force: options.force ?? false },
  );
  return record.result as unknown as ScoreResult;
}

async function* scoreRows(
  workspace: Workspace,
  options: ScoreOptions,
  budgets: Set<number | null>,
  skip: (source: string, reason: string, message: string) => void,
): AsyncGenerator<Row> {
  const { budget = null, compat = null, repositories = null, extractEdits = null } = options;
  const settings: RowSettings = { budget, compat };
  const keeps = options.force !== true && (await isReadable(workspace));
  const tables = [trajectoriesTable, tasksTable, outcomesTable, ...(keeps ? [scoresTable] : [])];
  const database = await openTables(workspace, tables, { memoryMb: 4096 });
  try {
    // Trajectories must stay on the streaming side of the joins: their JSON is the bulk of a workspace.
    await database.run("SET disabled_optimizers = 'join_order,build_side_probe_side'");
    const isRepeatable = repositories === null && extractEdits === null;
    const query = joined({
      madeFrom: isRepeatable ? madeFromSql(settings, version) : "NULL::VARCHAR",
      keeps,
      where: inShard(options.shard),
    });
    // Only where there is something to find is a rollout worth a thread.
    const isCostly = "previous IS NULL AND (gold_patch IS NOT NULL OR gold_files IS NOT NULL)";
    const [counted] = await database.all(
      `SELECT count(*) AS total, count(*) FILTER (${isCostly}) AS costly FROM (${query})`,
    );
    const total = Number(counted?.total ?? 0);
    const workers = Math.min(options.workers ?? availableParallelism(), Number(counted?.costly) / WORTH_A_THREAD);
    const rows = rowsOf(database.stream(query));
    const known = (row: Row): RowOutcome | null =>
      row.previous === null ? null : knownCard(row, row.previous as Row, settings);
    const places = placeReader(repositories, extractEdits);
    const isAlone = workers < 2 || runsFromSource || extractEdits !== null;
    const scored = isAlone
      ? scoreHere(rows, known, (row) => scoreRow(row, settings, places))
      : scoreInWorkers(rows, known, { settings, repos: repositories?.folder ?? null }, Math.floor(workers));
    let done = 0;
    for await (const [row, outcome] of scored) {
      done += 1;
      options.onProgress?.(done, total);
      if ("skip" in outcome) {
        skip(String(row.trajectory_id), outcome.skip, outcome.message);
        continue;
      }
      budgets.add(outcome.budget);
      yield scoresRow(row, outcome, compat);
    }
  } finally {
    database.close();
  }
}

/** False when the cards of an earlier call are damaged: then all are made anew. */
async function isReadable(workspace: Workspace): Promise<boolean> {
  try {
    const database = await openTables(workspace, [scoresTable]);
    try {
      await database.all("SELECT count(made_from) FROM scores");
      return true;
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof MemopError && error.code === "BAD_WORKSPACE") return false;
    throw error;
  }
}

async function* rowsOf(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<Row> {
  for await (const batch of batches) yield* batch;
}

async function* scoreHere(
  rows: AsyncIterable<Row>,
  known: (row: Row) => RowOutcome | null,
  score: (row: Row) => Promise<RowOutcome>,
): AsyncGenerator<ScoredRow> {
  for await (const row of rows) yield [row, known(row) ?? (await score(row))];
}

/** Rows to score; of those whose card is kept `previous` is that card, and the trajectory itself is not read. */
function joined({
  madeFrom,
  keeps,
  where,
}: {
  readonly madeFrom: string;
  readonly keeps: boolean;
  readonly where: string;
}): string {
  const isSame = keeps ? `s.trajectory_id = t.trajectory_id AND s.made_from = ${madeFrom}` : "false";
  return `SELECT t.trajectory_id, t.task_id, t.condition, t.memory_id, t.run, t.agent, t.model, t.turns, t.budget, t.health,
      t.cost_usd, t.prompt_tokens, t.completion_tokens, t.seconds,
      CASE WHEN s.trajectory_id IS NULL THEN t.trajectory_json END AS trajectory_json,
      o.resolved, o.health AS outcome_health,
      k.repo, k.base_commit, k.gold_patch, k.gold_files, k.gold_functions, k.gold_functions_from,
      k.task_id IS NOT NULL AS is_known,
      ${madeFrom} AS made_from, CASE WHEN s.trajectory_id IS NOT NULL THEN s END AS previous
    FROM trajectories t LEFT JOIN outcomes o ON o.trajectory_id = t.trajectory_id
    LEFT JOIN tasks k ON k.task_id = t.task_id
    LEFT JOIN ${keeps ? "scores" : `(SELECT NULL::VARCHAR AS trajectory_id)`} s ON ${isSame} ${where}`;
}

function inShard(shard: ScoreOptions["shard"]): string {
  if (shard === undefined) return "";
  const hash = "('0x' || substr(sha256(coalesce(t.task_id, '')), 1, 8))::UBIGINT";
  return `WHERE ${hash} % ${Math.trunc(shard.count)} = ${Math.trunc(shard.index)}`;
}
