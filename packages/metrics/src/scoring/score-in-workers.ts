import { Worker } from "node:worker_threads";
import type { Row } from "@memop/core";
import type { RowOutcome } from "./score-row.ts";
import type { ScoredLot, ScoreOrder, ScoreWorkerData } from "./score-worker.ts";

/** A row with its outcome. */
export type ScoredRow = readonly [Row, RowOutcome];

/** Text of the trajectories in a lot, about, and its rows at most. */
const LOT_BYTES = 1024 * 1024;
const LOT_ROWS = 64;

/** Lots that a worker has at most: one that it scores, and the next. */
const LOTS_OF_A_WORKER = 2;

/** True when sources run as they are (a checkout under test): worker threads need the built files. */
export const runsFromSource = import.meta.url.endsWith(".ts");

/**
 * Scores rows in worker threads and yields them in their order, as if scored by one. Rows of which `known` gives an outcome
 * are not sent. Throws what a worker throws; all workers end with the generator.
 */
export async function* scoreInWorkers(
  rows: AsyncIterable<Row>,
  known: (row: Row) => RowOutcome | null,
  data: ScoreWorkerData,
  count: number,
): AsyncGenerator<ScoredRow> {
  const workers = Array.from({ length: count }, () => startWorker(data));
  const waiting: Promise<readonly ScoredRow[]>[] = [];
  let lots = 0;
  const send = (lot: readonly Row[]): void => {
    const outcomes = lot.map(known);
    const unknown = lot.filter((_, at) => outcomes[at] === null);
    const worker = workers[lots % count] as ScoreWorker;
    const scored = unknown.length === 0 ? Promise.resolve([]) : worker.score(lots, unknown);
    lots += 1;
    const merged = scored.then((fresh) => {
      const next = fresh[Symbol.iterator]();
      return lot.map((row, at): ScoredRow => [row, outcomes[at] ?? (next.next().value as RowOutcome)]);
    });
    // Its failure is seen where it is waited for.
    merged.catch(() => undefined);
    waiting.push(merged);
  };
  try {
    for await (const lot of inLots(rows)) {
      send(lot);
      if (waiting.length >= count * LOTS_OF_A_WORKER) yield* (await waiting.shift()) ?? [];
    }
    for (const each of waiting) yield* await each;
    await Promise.all(workers.map((worker) => worker.end()));
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

async function* inLots(rows: AsyncIterable<Row>): AsyncGenerator<readonly Row[]> {
  let lot: Row[] = [];
  let bytes = 0;
  for await (const row of rows) {
    lot.push(row);
    bytes += typeof row.trajectory_json === "string" ? row.trajectory_json.length : 0;
    if (bytes < LOT_BYTES && lot.length < LOT_ROWS) continue;
    yield lot;
    lot = [];
    bytes = 0;
  }
  if (lot.length > 0) yield lot;
}

interface ScoreWorker {
  score(lot: number, rows: readonly Row[]): Promise<readonly RowOutcome[]>;
  /** Lets it finish, and end the processes that it has started. */
  end(): Promise<void>;
  /** Ends it at once. */
  stop(): Promise<unknown>;
}

function startWorker(workerData: ScoreWorkerData): ScoreWorker {
  const worker = new Worker(new URL("./score-worker.js", import.meta.url), { workerData });
  const asked = new Map<number, { resolve(outcomes: readonly RowOutcome[]): void; reject(error: unknown): void }>();
  let failure: unknown = null;
  const exited = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  worker.on("message", ({ lot, outcomes }: ScoredLot) => {
    asked.get(lot)?.resolve(outcomes);
    asked.delete(lot);
  });
  worker.on("error", (error) => {
    failure = error;
    for (const { reject } of asked.values()) reject(error);
    asked.clear();
  });
  return {
    score: (lot, rows) =>
      new Promise((resolve, reject) => {
        if (failure !== null) return reject(failure);
        asked.set(lot, { resolve, reject });
        worker.postMessage({ lot, rows } satisfies ScoreOrder);
      }),
    async end() {
      worker.postMessage(null satisfies ScoreOrder);
      await exited;
    },
    stop: () => worker.terminate(),
  };
}
