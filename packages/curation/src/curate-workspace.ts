import {
  type Database,
  hashTables,
  MemopError,
  type Row,
  readManifest,
  runStage,
  tableFiles,
  type Workspace,
} from "@memop/core";
import type { CurateOptions, CurateResult, ResolvedCurateOptions } from "./curate-options.ts";
import { type CurationOutcome, curateResult } from "./curate-result.ts";
import { type Decisions, decideCandidates } from "./decide-candidates.ts";
import { decisionsTable } from "./decisions-table.ts";
import { checkWorkspace } from "./hygiene/check-workspace.ts";
import { cleanlinessSql } from "./hygiene/cleanliness-sql.ts";
import { duplicateMemories } from "./hygiene/duplicate-memories.ts";
import { duplicatesTable } from "./hygiene/duplicates-table.ts";
import { type ResolvedHygieneSettings, resolveHygiene } from "./hygiene/hygiene-settings.ts";
import { duplicateRows, judgeCleanliness } from "./hygiene/judge-cleanliness.ts";
import { openCards } from "./pairing/pair-arms.ts";
import { policyNamed } from "./policies/registry.ts";
import { resolveOptions } from "./resolve-options.ts";
import { checkSet } from "./set/check-set.ts";
import { combinedArms } from "./set/combined-arms.ts";
import { setChecksTable } from "./set/set-checks-table.ts";
import { judgeTrajectories } from "./trajectories/judge-trajectories.ts";

/**
 * Gives every candidate of a workspace a verdict, into its `decisions` table, after its runs and memories were checked into
 * `findings`. Reads `scores`, and where present the tables of ingestion: score cards made elsewhere are enough.
 *
 * Runs that the checks flag are in neither arm. What they say of candidates stands beside the verdicts and changes none;
 * what holds of accepted memories as a set is in `set_checks`.
 * Throws `BAD_WORKSPACE` without scores, `BAD_USAGE` for an unknown policy or a baseline that no card has.
 */
export async function curateWorkspace(workspace: Workspace, options: CurateOptions = {}): Promise<CurateResult> {
  if (tableFiles(workspace, "scores").length === 0) {
    throw new MemopError("BAD_WORKSPACE", `${workspace.root} has no scores`, {
      hint: `run: memop score ${workspace.root}`,
    });
  }
  policyNamed(options.policy ?? "memop-strict");
  const hygiene = await checked(workspace, options);
  const database = await openCards(workspace, hygiene !== null);
  try {
    const resolved = await resolveOptions(database, options, hygiene);
    const record = await runStage(
      workspace,
      {
        name: "curate",
        config: { ...resolved },
        reads: [
          ...["scores", "trajectories", "outcomes", "memories", "conditions", "tasks"],
          ...(hygiene === null ? [] : ["findings"]),
        ],
        seed: resolved.seed,
        async body({ write, refuse }) {
          for (const sql of cleanlinessSql(hygiene?.allowed ?? null)) await database.run(sql);
          const { duplicates, ...outcome } = await decide(database, resolved, options, hygiene);
          const { decisions } = outcome;
          await write(decisionsTable, decisions.rows);
          await write(duplicatesTable, duplicates);
          await write(setChecksTable, outcome.setChecks);
          for (const { trajectoryId, reason } of decisions.unused) {
            const more = reason in (outcome.runsExcluded ?? {}) ? "; its evidence is in the table findings" : "";
            const message = `score card is in no pair: ${reason}${more}`;
            refuse({ source: trajectoryId, byteOffset: null, reason, message });
          }
          const [cards] = await database.all("SELECT count(*) AS n FROM cards WHERE is_scored");
          const read = cards?.n as number;
          return { read, used: read - decisions.unused.length, result: { ...curateResult(outcome, resolved) } };
        },
      },
      { force: options.force ?? false },
    );
    return { ...(record.result as unknown as CurateResult), stale: await staleTables(workspace) };
  } finally {
    database.close();
  }
}

/** Checks runs and memories, and gives the settings; null when nothing is to be checked. */
async function checked(workspace: Workspace, options: CurateOptions): Promise<ResolvedHygieneSettings | null> {
  if (options.hygiene === false) return null;
  const settings = resolveHygiene(options.hygiene ?? {});
  const { onCheck: onProgress, force } = options;
  return (await checkWorkspace(workspace, { settings, onProgress, force })) ? settings : null;
}

async function decide(
  database: Database,
  resolved: ResolvedCurateOptions,
  options: CurateOptions,
  hygiene: ResolvedHygieneSettings | null,
): Promise<CurationOutcome & { readonly duplicates: readonly Row[] }> {
  const runsExcluded = hygiene === null ? null : await excludedRuns(database);
  if (resolved.by === "trajectory") {
    const judged = await judgeTrajectories(database, resolved.selection, resolved.seed);
    const rows: Row[] = [];
    for await (const row of judged.rows()) rows.push(row);
    const decisions = { rows, unused: [], noiseFloor: null, margins: null };
    const duplicates = await duplicateRows(database, new Map());
    return { decisions, duplicates, setChecks: [], selection: judged.selection, runsExcluded };
  }
  const judged = await decideCandidates(database, resolved, resolved.by, options.onProgress);
  const texts = hygiene === null ? new Map() : await duplicateMemories(database, judged.rows);
  const rows = hygiene === null ? judged.rows : await judgeCleanliness(database, judged.rows, texts, hygiene.allowed);
  const arms = await combinedArms(database);
  const together = await decideTogether(
    database,
    resolved,
    judged,
    arms.map(({ condition }) => condition),
  );
  const used = new Set(together.flatMap((row) => row.rollouts as string[]));
  const decisions = { ...judged, rows, unused: judged.unused.filter(({ trajectoryId }) => !used.has(trajectoryId)) };
  const repositories = options.repositories ?? null;
  const setChecks = await checkSet(database, { decisions: rows, arms, together, repositories });
  const duplicates = hygiene === null ? [] : await duplicateRows(database, texts);
  return { decisions, duplicates, setChecks, selection: null, runsExcluded };
}

/** Decisions on combined arms, as conditions. */
async function decideTogether(
  database: Database,
  resolved: ResolvedCurateOptions,
  judged: Decisions,
  conditions: readonly string[],
): Promise<readonly Row[]> {
  if (conditions.length === 0) return [];
  if (resolved.by === "condition") return judged.rows.filter((row) => conditions.includes(row.condition as string));
  return (await decideCandidates(database, resolved, "condition", undefined, conditions)).rows;
}

async function excludedRuns(database: Database): Promise<Record<string, number>> {
  const rows =
    await database.all(`SELECT f.reason, count(*) AS n FROM cards c JOIN flagged f ON f.trajectory_id = c.trajectory_id
    WHERE c.is_scored AND c.status = f.reason GROUP BY f.reason ORDER BY f.reason`);
  return Object.fromEntries(rows.map((row) => [row.reason as string, row.n as number]));
}

/** Tables made from decisions that these are not: `rewards` after another curation. */
async function staleTables(workspace: Workspace): Promise<string[]> {
  const made = (await readManifest(workspace)).stages.reward;
  if (made === undefined || tableFiles(workspace, "rewards").length === 0) return [];
  const now = await hashTables(workspace, ["decisions"]);
  return made.inputs.decisions === undefined || made.inputs.decisions === now.decisions ? [] : ["rewards"];
}
