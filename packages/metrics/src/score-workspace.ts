import { countReasons, openTables, type Row, runStage, type Workspace } from "@memop/core";
import {
  type FunctionsFrom,
  type Health,
  outcomesTable,
  type Repositories,
  repoOfInstanceId,
  type Shard,
  type Trajectory,
  type TurnEdit,
  tasksTable,
  trajectoriesTable,
  turnsOf,
} from "@memop/trajectory";
import { scoreAsLocEval } from "./compat/openhands-loc-eval.ts";
import { type PlaceReader, placeReader } from "./rollout-places.ts";
import { type ScoreCard, scoreRollout } from "./score-card.ts";
import { scoresTable } from "./scores-table.ts";

/** Other evaluators whose published values can be reproduced. */
export const compatModes = ["openhands-loc-eval"] as const;

/** Name of an evaluator to reproduce. */
export type CompatMode = (typeof compatModes)[number];

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
  /** Scores again although nothing changed. */
  readonly force?: boolean;
}

/** What `memop score --json` prints. */
export interface ScoreResult {
  readonly scored: number;
  readonly skipped: number;
  readonly byReason: Readonly<Record<string, number>>;
  /** The budget of every card; null when they have none, or differ. */
  readonly budget: number | null;
}

type Outcome =
  | { readonly card: ScoreCard; readonly budget: number | null; readonly from: FunctionsFrom | null }
  | { readonly skip: string; readonly message: string };

/**
 * Scores every trajectory of a workspace into its `scores` table. Rollouts that failed for infrastructure reasons
 * (`infra`), that name no task or one of which nothing is known (`no-task`), or whose record is gone (`no-trajectory`) have
 * no card and are listed in `refused/score.jsonl`.
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
  const database = await openTables(workspace, [trajectoriesTable, tasksTable, outcomesTable], { memoryMb: 4096 });
  try {
    // Trajectories must stay on the streaming side of the joins: their JSON is the bulk of a workspace.
    await database.run("SET disabled_optimizers = 'join_order,build_side_probe_side'");
    const places = placeReader(options.repositories ?? null, options.extractEdits ?? null);
    const where = inShard(options.shard);
    const [counted] = await database.all(`SELECT count(*) AS total FROM trajectories t ${where}`);
    const total = Number(counted?.total ?? 0);
    let done = 0;
    for await (const batch of database.stream(joined(where))) {
      for (const row of batch) {
        const outcome = await scoreRow(row, options, places);
        done += 1;
        options.onProgress?.(done, total);
        if ("skip" in outcome) {
          skip(String(row.trajectory_id), outcome.skip, outcome.message);
          continue;
        }
        budgets.add(outcome.budget);
        yield scoresRow(row, outcome, options.compat ?? null);
      }
    }
  } finally {
    database.close();
  }
}

async function scoreRow(row: Row, options: ScoreOptions, places: PlaceReader): Promise<Outcome> {
  const health = worstHealth(row.health, row.outcome_health);
  if (health === "infra") return { skip: "infra", message: "the rollout failed for infrastructure reasons" };
  if (row.task_id === null) return { skip: "no-task", message: "the trajectory names no task" };
  if (row.is_known !== true && row.resolved === null) {
    return { skip: "no-task", message: `nothing is known of task ${row.task_id}, and the rollout has no outcome` };
  }
  if (row.trajectory_json === null) return { skip: "no-trajectory", message: "the trajectory itself is not stored" };
  const trajectory = JSON.parse(row.trajectory_json as string) as Trajectory;
  const budget = options.budget ?? (row.budget as number | null);
  const resolved = row.resolved as boolean | null;
  if (options.compat === "openhands-loc-eval") {
    return {
      card: scoreAsLocEval({ trajectory, goldPatch: row.gold_patch as string | null, budget, resolved }),
      budget,
      from: null,
    };
  }
  const { gold, edits, from, notes } = await places(row, trajectory);
  const card = scoreRollout({ edits, gold, turns: turnsOf(trajectory), budget, resolved, health });
  if (card === null) return { skip: "infra", message: "the rollout failed for infrastructure reasons" };
  return { card: { ...card, notes: [...card.notes, ...notes] }, budget, from };
}

function scoresRow(
  row: Row,
  { card, budget, from }: Extract<Outcome, { card: ScoreCard }>,
  compat: CompatMode | null,
): Row {
  return {
    ...row,
    ...card.metrics,
    repo: row.repo ?? repoOfInstanceId(String(row.task_id)),
    budget,
    health: worstHealth(row.health, row.outcome_health),
    compat,
    functions_from: from,
    notes: card.notes,
  };
}

const severity: readonly Health[] = ["healthy", "error", "timeout", "infra"];

/** The worse of what the run and its evaluation say. */
function worstHealth(...said: readonly unknown[]): Health {
  return severity[Math.max(0, ...said.map((health) => severity.indexOf(health as Health)))] as Health;
}

function joined(where: string): string {
  return `SELECT t.trajectory_id, t.task_id, t.condition, t.memory_id, t.run, t.agent, t.model, t.turns, t.budget, t.health,
      t.cost_usd, t.prompt_tokens, t.completion_tokens, t.seconds, t.trajectory_json,
      o.resolved, o.health AS outcome_health,
      k.repo, k.base_commit, k.gold_patch, k.gold_files, k.gold_functions, k.gold_functions_from,
      k.task_id IS NOT NULL AS is_known
    FROM trajectories t LEFT JOIN outcomes o ON o.trajectory_id = t.trajectory_id
    LEFT JOIN tasks k ON k.task_id = t.task_id ${where}`;
}

function inShard(shard: ScoreOptions["shard"]): string {
  if (shard === undefined) return "";
  const hash = "('0x' || substr(sha256(coalesce(t.task_id, '')), 1, 8))::UBIGINT";
  return `WHERE ${hash} % ${Math.trunc(shard.count)} = ${Math.trunc(shard.index)}`;
}
