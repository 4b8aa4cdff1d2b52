import { openTables, openWorkspace } from "@memop/core";
import { metricNames, scoresTable } from "@memop/metrics";
import { openCards, pairArms } from "../../packages/curation/src/pairing/pair-arms.ts";

/** Seconds of pairing, and of one plain query that gives the same deltas. */
export interface PairingTimes {
  /** Until the deltas are in a table of DuckDB. */
  readonly pairingSeconds: number;
  readonly plainSeconds: number;
  /** Until the program has read them. */
  readonly pairingReadSeconds: number;
  readonly plainReadSeconds: number;
  /** Task deltas that both gave. */
  readonly deltas: number;
}

const differences = metricNames.map((name) => `w.${name} - b.${name} AS ${name}`).join(", ");
const means = metricNames.map((name) => `avg(${name}) AS ${name}`).join(", ");

/** What somebody would type who trusts the cards: no coverage, no seeds, no single runs. */
const plainSql = `WITH arms AS (
    SELECT CASE WHEN condition = 'none' THEN NULL ELSE memory_id END AS candidate_id, task_id, agent, model, budget,
      list(trajectory_id ORDER BY trajectory_id) AS rollouts, count(*) AS n, ${means}
    FROM scores WHERE health = 'healthy' GROUP BY ALL)
  SELECT w.candidate_id, w.task_id, list_concat(w.rollouts, b.rollouts) AS rollouts, w.n, b.n AS n_without, ${differences}
  FROM arms w JOIN arms b ON b.candidate_id IS NULL AND b.task_id = w.task_id AND b.agent = w.agent AND b.model = w.model
    AND b.budget = w.budget
  WHERE w.candidate_id IS NOT NULL ORDER BY w.candidate_id, w.task_id`;

/** Pairs the cards of a workspace by memory as `curate` does, and by the plain query, one thread and 512 MB both. */
export async function measurePairing(folder: string): Promise<PairingTimes> {
  const workspace = openWorkspace(folder);
  const startedPairing = performance.now();
  const cards = await openCards(workspace, false);
  const arms = await pairArms(cards, "memory", "none");
  const paired = performance.now();
  let deltas = 0;
  for await (const { tasks } of arms.candidates()) deltas += tasks.length;
  const readPairs = performance.now();
  cards.close();
  const database = await openTables(workspace, [scoresTable], { memoryMb: 512 });
  const startedPlain = performance.now();
  await database.run(`CREATE TEMP TABLE deltas AS ${plainSql}`);
  const joined = performance.now();
  let plain = 0;
  for await (const batch of database.stream("SELECT * FROM deltas")) plain += batch.length;
  const readPlain = performance.now();
  database.close();
  if (plain !== deltas) throw new Error(`pairing gave ${deltas} task deltas, the plain query ${plain}`);
  const seconds = (from: number, to: number): number => Number(((to - from) / 1000).toFixed(1));
  return {
    pairingSeconds: seconds(startedPairing, paired),
    plainSeconds: seconds(startedPlain, joined),
    pairingReadSeconds: seconds(startedPairing, readPairs),
    plainReadSeconds: seconds(startedPlain, readPlain),
    deltas,
  };
}
