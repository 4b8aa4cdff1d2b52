import { Worker } from "node:worker_threads";
import type { ReadItem } from "../read-inputs.ts";
import type { SourcePosition } from "../source-position.ts";
import type { ReadTask, TaskMessage, TaskSettings } from "./read-task.ts";

/** A task that a worker has, and what it has sent of it. */
interface Running {
  readonly worker: Worker;
  readonly messages: TaskMessage[];
  /** Called when there is a new message or an error. */
  wake(): void;
}

/**
 * Reads tasks in worker threads and yields their rows in the order of the tasks: as if read by one.
 *
 * Throws what a worker throws. All workers end with the generator.
 */
export async function* readInWorkers(
  tasks: readonly ReadTask[],
  settings: TaskSettings,
  count: number,
  onTaskEnd: (bytes: number) => void,
): AsyncGenerator<ReadItem> {
  const running = new Map<number, Running>();
  let failure: Error | null = null;
  let next = 0;
  let current = 0;
  const idle: Worker[] = [];
  const workers = Array.from({ length: Math.min(count, tasks.length) }, () => startWorker(settings));
  const assign = (): void => {
    // Not too far ahead: what is read early waits in memory.
    while (idle.length > 0 && next < tasks.length && next <= current + count) {
      const worker = idle.shift() as Worker;
      running.set(next, { worker, messages: [], wake: () => undefined });
      worker.postMessage(tasks[next]);
      next += 1;
    }
  };
  for (const worker of workers) {
    idle.push(worker);
    worker.on("message", (message: TaskMessage) => {
      const found = [...running.values()].find((each) => each.worker === worker && !hasEnded(each));
      found?.messages.push(message);
      if (message.kind === "end") {
        idle.push(worker);
        assign();
      }
      found?.wake();
    });
    worker.on("error", (error) => {
      failure = error instanceof Error ? error : new Error(String(error));
      for (const each of running.values()) each.wake();
    });
  }
  try {
    assign();
    let lineBase = 0;
    for (; current < tasks.length; current += 1) {
      assign();
      const task = tasks[current] as ReadTask;
      const block = task.block;
      if (block === null || block.from === 0) lineBase = 0;
      for (;;) {
        if (failure !== null) throw failure;
        const mine = running.get(current) as Running;
        const message = mine.messages.shift();
        if (message === undefined) {
          await new Promise<void>((resolve) => {
            mine.wake = resolve;
          });
          continue;
        }
        if (message.kind === "end") {
          lineBase += message.lines;
          break;
        }
        mine.worker.postMessage("taken");
        for (const item of message.rows) yield block === null ? item : renumbered(item, lineBase);
      }
      running.delete(current);
      onTaskEnd(taskBytes(task));
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** True when sources run as they are (a checkout under test): worker threads need the built files. */
export const runsFromSource = import.meta.url.endsWith(".ts");

function startWorker(settings: TaskSettings): Worker {
  const { condition, run, labels, format, shard, doneUnits } = settings;
  const workerData = { condition, run, labels, format, shard, doneUnits };
  return new Worker(new URL("./task-worker.js", import.meta.url), { workerData });
}

function taskBytes({ files, block }: ReadTask): number {
  return block === null ? files.reduce((sum, { file }) => sum + file.sizeBytes, 0) : block.to - block.from;
}

function hasEnded({ messages }: Running): boolean {
  return messages[messages.length - 1]?.kind === "end";
}

/** A row of a block with the line number that it has in the whole file. */
function renumbered(item: ReadItem, lines: number): ReadItem {
  if (lines === 0) return item;
  const source = renumberedSource(item.at, lines);
  const at = { ...item.at, source };
  return "row" in item ? { ...item, at, row: { ...item.row, source } } : { ...item, at };
}

function renumberedSource({ source, sourceFile }: SourcePosition, lines: number): string {
  const [, number, rest] = /^:(\d+)(.*)$/s.exec(source.slice(sourceFile.length)) ?? [];
  return number === undefined ? source : `${sourceFile}:${Number(number) + lines}${rest}`;
}
