import { availableParallelism } from "node:os";
import { type ReadItem, readInputs } from "../read-inputs.ts";
import { planTasks } from "./plan-tasks.ts";
import { readInWorkers, runsFromSource } from "./read-in-workers.ts";
import { type ReadTask, type TaskSettings, taskInputs, taskOptions } from "./read-task.ts";
import type { WrittenUnit } from "./written-units.ts";

/** Inputs smaller than this are read before a thread would have started. */
const WORTH_A_THREAD_BYTES = 16 * 1024 * 1024;

/**
 * Reads files in this thread or in several, and yields their rows in the order of the files. Several threads write large
 * units themselves when the settings say where.
 */
export async function* readTasks(
  files: ReadTask["files"],
  settings: TaskSettings,
  options: { readonly workers: number | undefined; onTaskEnd(bytes: number): void },
): AsyncGenerator<ReadItem | WrittenUnit> {
  const bytes = files.reduce((sum, { file }) => sum + file.sizeBytes, 0);
  const workers = options.workers ?? availableParallelism();
  if (workers <= 1 || runsFromSource || bytes < WORTH_A_THREAD_BYTES) {
    const readOptions = taskOptions(settings);
    for (const each of files) {
      const task = { files: [each], block: null };
      yield* readInputs(taskInputs(task, settings), readOptions);
      options.onTaskEnd(each.file.sizeBytes);
    }
    return;
  }
  const plain = files.map(({ file, isResults }) => ({ file, isResults }));
  yield* readInWorkers(await planTasks(plain, taskOptions(settings).format), settings, workers, options.onTaskEnd);
}
