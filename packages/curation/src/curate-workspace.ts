import { type Database, MemopError, type Row, runStage, tableFiles, type Workspace } from "@memop/core";
import type { CandidateKind, CurateOptions, CurateResult, ResolvedCurateOptions } from "./curate-options.ts";
import { decisionsTable } from "./decisions-table.ts";
import { type Judgement, judgeCandidate } from "./judge-candidate.ts";
import { judgeTrajectories, resolvedPolicy } from "./judge-trajectories.ts";
import { openCards, type PairedCandidate, pairArms } from "./pairing/pair-arms.ts";
import { policyNamed } from "./policies/registry.ts";
import { rewardVariance, shrinkReward } from "./statistics/shrink-rewards.ts";

/**
 * Gives every candidate of a workspace a verdict, into its `decisions` table. Reads `scores`, and where present `trajectories`
 * and `outcomes` for coverage and seeds: score cards made elsewhere are enough.
 *
 * Throws `BAD_WORKSPACE` without scores, `BAD_USAGE` for an unknown policy or a baseline that no card has.
 */
export async function curateWorkspace(workspace: Workspace, options: CurateOptions = {}): Promise<CurateResult> {
  if (tableFiles(workspace, "scores").length === 0) {
    throw new MemopError("BAD_WORKSPACE", `${workspace.root} has no scores`, {
      hint: `run: memop score ${workspace.root}`,
    });
  }
  policyNamed(options.policy ?? "memop-strict");
  const database = await openCards(workspace);
  try {
    const resolved = await resolveOptions(database, options);
    const record = await runStage(
      workspace,
      {
        name: "curate",
        config: { ...resolved },
        reads: ["scores", "trajectories", "outcomes"],
        seed: resolved.seed,
        async body({ write, refuse }) {
          const done =
            resolved.by === "trajectory"
              ? await decideTrajectories(database)
              : await decideCandidates(database, resolved, resolved.by, options.onProgress);
          await write(decisionsTable, done.rows);
          for (const { trajectoryId, reason } of done.unused) {
            refuse({ source: trajectoryId, byteOffset: null, reason, message: `score card is in no pair: ${reason}` });
          }
          const [cards] = await database.all("SELECT count(*) AS n FROM cards WHERE is_scored");
          const read = cards?.n as number;
          return { read, used: read - done.unused.length, result: { ...resultOf(done.rows, resolved) } };
        },
      },
      { force: options.force ?? false },
    );
    return record.result as unknown as CurateResult;
  } finally {
    database.close();
  }
}

interface Decided {
  readonly rows: readonly Row[];
  readonly unused: readonly { readonly trajectoryId: string; readonly reason: string }[];
}

async function decideTrajectories(database: Database): Promise<Decided> {
  const rows: Row[] = [];
  for await (const row of judgeTrajectories(database)) rows.push(row);
  return { rows, unused: [] };
}

async function decideCandidates(
  database: Database,
  options: ResolvedCurateOptions,
  by: "memory" | "condition",
  onProgress: CurateOptions["onProgress"],
): Promise<Decided> {
  const policy = policyNamed(options.policy);
  const arms = await pairArms(database, by, options.baseline);
  const judged: { candidate: Omit<PairedCandidate, "tasks">; rollouts: string[]; judgement: Judgement }[] = [];
  for await (const { tasks, ...candidate } of arms.candidates()) {
    const judgement = judgeCandidate({ ...candidate, tasks }, policy, options, arms.runVariance);
    judged.push({ candidate, rollouts: [...new Set(tasks.flatMap((task) => task.rollouts))], judgement });
    onProgress?.(judged.length, arms.total);
  }
  const measured = judged.flatMap(({ judgement: { reward, rewardSe: se } }) =>
    reward === null || se === null ? [] : [{ reward, se }],
  );
  const variance = rewardVariance(measured);
  const rows = judged.map(({ candidate, rollouts, judgement }) => ({
    ...toRow(candidate, judgement, by, options.policy),
    rollouts,
    reward_shrunken:
      variance === null || judgement.reward === null || judgement.rewardSe === null
        ? null
        : shrinkReward({ reward: judgement.reward, se: judgement.rewardSe }, variance),
  }));
  const unused: Decided["unused"][number][] = [];
  for await (const card of arms.unused()) unused.push(card);
  return { rows, unused };
}

function toRow(
  candidate: Omit<PairedCandidate, "tasks">,
  judgement: Judgement,
  by: CandidateKind,
  policy: string,
): Row {
  return {
    candidate_id: candidate.candidateId,
    candidate_kind: by,
    condition: candidate.condition,
    memory_id: by === "memory" ? candidate.candidateId : null,
    policy,
    verdict: judgement.verdict,
    reward: judgement.reward,
    reward_se: judgement.rewardSe,
    reward_lower: judgement.rewardLower,
    n_metrics: judgement.nMetrics,
    pairs_used: candidate.pairsUsed,
    pairs_possible: candidate.pairsPossible,
    reasons: [...judgement.reasons, ...candidate.excluded.map((reason) => `excluded:${reason}`)],
    deltas: judgement.deltas,
    p_value: judgement.pValue,
    e_value: judgement.eValue ?? null,
    more_pairs_needed: judgement.morePairsNeeded ?? null,
    false_accept_rate: judgement.falseAcceptRate,
  };
}

function resultOf(rows: readonly Row[], { policy, by }: ResolvedCurateOptions): CurateResult {
  const count = (verdict: string): number => rows.filter((row) => row.verdict === verdict).length;
  const total = (column: string): number => rows.reduce((sum, row) => sum + (row[column] as number), 0);
  const rates = rows.map((row) => (row.false_accept_rate ?? null) as number | null).filter((rate) => rate !== null);
  const excluded = new Map<string, number>();
  for (const reason of rows.flatMap((row) => row.reasons as string[])) {
    const [, code, pairs] = /^excluded:(.*):(\d+)$/.exec(reason) ?? [];
    if (code !== undefined) excluded.set(code, (excluded.get(code) ?? 0) + Number(pairs));
  }
  return {
    policy,
    by,
    accepted: count("accept"),
    rejected: count("reject"),
    undecided: count("undecided"),
    falseAcceptRate: rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate, 0) / rates.length,
    pairsUsed: total("pairs_used"),
    pairsPossible: total("pairs_possible"),
    excluded: Object.fromEntries([...excluded].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

async function resolveOptions(database: Database, options: CurateOptions): Promise<ResolvedCurateOptions> {
  const baseline = options.baseline ?? "none";
  const [arms] = await database.all(
    `SELECT count(*) FILTER (condition = $1) AS baseline, count(*) FILTER (condition <> $1) AS others,
       count(*) FILTER (condition IS DISTINCT FROM $1 AND memory_id IS NOT NULL) AS with_memory,
       list(DISTINCT condition) AS labels FROM cards`,
    [baseline],
  );
  if (options.baseline !== undefined && arms?.baseline === 0) {
    throw new MemopError("BAD_USAGE", `no score card has the condition "${baseline}"`, {
      hint: `conditions here: ${((arms.labels ?? []) as string[]).sort().join(", ")}`,
    });
  }
  const hasBaseline = (arms?.baseline as number) > 0;
  const natural =
    !hasBaseline || arms?.others === 0 ? "trajectory" : (arms?.with_memory as number) > 0 ? "memory" : "condition";
  const by = options.by ?? natural;
  return {
    baseline,
    by,
    policy: by === "trajectory" ? resolvedPolicy : (options.policy ?? "memop-strict"),
    nullMetrics: options.nullMetrics ?? "available",
    redundant: options.redundant ?? "zero",
    seed: options.seed ?? 0,
  };
}
