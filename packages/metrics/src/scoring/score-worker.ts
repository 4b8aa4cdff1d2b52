import { parentPort, workerData } from "node:worker_threads";
import type { Row } from "@memop/core";
import { openRepositories } from "@memop/trajectory";
import { placeReader } from "../rollout-places.ts";
import { type RowOutcome, type RowSettings, scoreRow } from "./score-row.ts";

// A worker thread: scores the lots of rows that it is sent, one after the other, until it is told to end.

/** What a worker is told once. */
export interface ScoreWorkerData {
  readonly settings: RowSettings;
  /** Folder of git repositories; null for none. */
  readonly repos: string | null;
}

/** What a worker is sent: rows, or null when there are no more. */
export type ScoreOrder = { readonly lot: number; readonly rows: readonly Row[] } | null;

/** What a worker sends back. */
export interface ScoredLot {
  readonly lot: number;
  readonly outcomes: readonly RowOutcome[];
}

const port = parentPort;
if (port === null) throw new Error("score-worker.ts runs in a worker thread only");
const { settings, repos } = workerData as ScoreWorkerData;
const repositories = repos === null ? null : openRepositories(repos);
const places = placeReader(repositories, null);
let last = Promise.resolve();

port.on("message", (order: ScoreOrder) => {
  last = last.then(() => (order === null ? end() : score(order.lot, order.rows)));
});

async function score(lot: number, rows: readonly Row[]): Promise<void> {
  const outcomes: RowOutcome[] = [];
  for (const row of rows) outcomes.push(await scoreRow(row, settings, places));
  port?.postMessage({ lot, outcomes } satisfies ScoredLot);
}

function end(): void {
  repositories?.close();
  port?.close();
}
