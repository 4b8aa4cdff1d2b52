import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { ReadItem } from "../read-inputs.ts";
import { lineCounts } from "./line-counts.ts";
import type { ReadTask, TaskMessage, TaskSettings, WorkerOrder } from "./read-task.ts";
import type { WrittenUnit } from "./written-units.ts";

/** A task that a worker has, and what it has sent of it. */
interface Running {
  readonly worker: Worker;
  readonly messages: TaskMessage[];
  /** Called when there is a new message or an error. */
  wake(): void;
}

/**
 * Reads tasks in worker threads and yields their items in the order of the tasks: as if read by one.
 *
 * Throws what a worker throws. All workers end with the generator; what one is writing it writes to the end.
 */
export async function* readInWorkers(
  tasks: readonly ReadTask[],
  settings: TaskSettings,
  count: number,
  onTaskEnd: (bytes: number) => void,
): AsyncGenerator<ReadItem | WrittenUnit> {
  const running = new Map<number, Running>();
  const taskOf = new Map<Worker, number>();
  const idle: Worker[] = [];
  const failures: Error[] = [];
  let next = 0;
  let current = 0;
  const lines = lineCounts(tasks, (at, linesBefore) => {
    const worker = running.get(at)?.worker;
    if (worker !== undefined && taskOf.get(worker) === at) order(worker, { kind: "lines-before", lines: linesBefore });
  });
  const assign = (): void => {
    // Not too far ahead: what is read early waits in memory.
    while (idle.length > 0 && next < tasks.length && next <= current + 2 * count) {
      const worker = idle.shift() as Worker;
      running.set(next, { worker, messages: [], wake: () => undefined });
      taskOf.set(worker, next);
      order(worker, { kind: "task", task: tasks[next] as ReadTask });
      const before = lines.before(next);
      if (before !== null) order(worker, { kind: "lines-before", lines: before });
      next += 1;
    }
  };
  const workers = Array.from({ length: Math.min(count, tasks.length) }, () => startWorker(settings));
  const ended = workers.map((worker) => once(worker, "exit").catch(() => undefined));
  for (const worker of workers) {
    idle.push(worker);
    worker.on("message", (message: TaskMessage) => {
      const at = taskOf.get(worker) ?? -1;
      if (message.kind === "lines") return lines.add(at, message.lines);
      const mine = running.get(at);
      mine?.messages.push(message);
      if (message.kind === "end") {
        taskOf.delete(worker);
        idle.push(worker);
        assign();
      }
      mine?.wake();
    });
    worker.on("error", (error) => {
      failures.push(error instanceof Error ? error : new Error(String(error)));
      for (const each of running.values()) each.wake();
    });
  }
  try {
    for (; current < tasks.length; current += 1) {
      assign();
      for (;;) {
        if (failures[0] !== undefined) throw failures[0];
        const mine = running.get(current) as Running;
        const message = mine.messages.shift();
        if (message?.kind === "end") break;
        if (message?.kind === "items") {
          order(mine.worker, { kind: "taken" });
          yield* message.items;
          continue;
        }
        await new Promise<void>((resolve) => {
          mine.wake = resolve;
        });
      }
      running.delete(current);
      onTaskEnd(taskBytes(tasks[current] as ReadTask));
    }
  } finally {
    for (const worker of workers) order(worker, { kind: "stop" });
    await Promise.all(ended);
  }
}

/** True when sources run as they are (a checkout under test): worker threads need the built files. */
export const runsFromSource = import.meta.url.endsWith(".ts");

function startWorker(settings: TaskSettings): Worker {
  const { condition, run, labels, format, shard, doneUnits, unitFolder } = settings;
  const workerData: TaskSettings = { condition, run, labels, format, shard, doneUnits, unitFolder };
  return new Worker(new URL("./task-worker.js", import.meta.url), { workerData });
}

function order(worker: Worker, what: WorkerOrder): void {
  worker.postMessage(what);
}

function taskBytes({ files, block }: ReadTask): number {
  return block === null ? files.reduce((sum, { file }) => sum + file.sizeBytes, 0) : block.to - block.from;
}
