import { type Database, MemopError, type Row, runStage, tableFiles, type Workspace } from "@memop/core";
import type { CurateOptions, CurateResult, ResolvedCurateOptions } from "./curate-options.ts";
import { curateResult } from "./curate-result.ts";
import { type Decisions, decideCandidates } from "./decide-candidates.ts";
import { decisionsTable } from "./decisions-table.ts";
import { judgeTrajectories, resolvedPolicy } from "./judge-trajectories.ts";
import { openCards } from "./pairing/pair-arms.ts";
import { policyNamed } from "./policies/registry.ts";

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
          return { read, used: read - done.unused.length, result: { ...curateResult(done, resolved) } };
        },
      },
      { force: options.force ?? false },
    );
    return record.result as unknown as CurateResult;
  } finally {
    database.close();
  }
}

async function decideTrajectories(database: Database): Promise<Decisions> {
  const rows: Row[] = [];
  for await (const row of judgeTrajectories(database)) rows.push(row);
  return { rows, unused: [], noiseFloor: null, margins: null };
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
    alpha: options.alpha ?? 0.05,
    power: options.power ?? 0.8,
    smallestEffect: options.smallestEffect ?? 3,
    margin: options.margin ?? null,
    draws: options.draws ?? 10_000,
    seed: options.seed ?? 0,
  };
}
