import { parentPort, workerData } from "node:worker_threads";
import { type ReadItem, readInputs } from "../read-inputs.ts";
import { type ReadTask, type TaskMessage, type TaskSettings, taskInputs, taskOptions } from "./read-task.ts";

// A worker thread: reads the tasks that it is sent, one after the other, and sends their rows back in batches. It waits
// when the other side has not taken its batches, so that rows do not pile up.

/** Text in a batch, and batches on their way, at most. */
const BATCH_BYTES = 1024 * 1024;
const BATCHES_ON_THE_WAY = 20;

const port = parentPort;
if (port === null) throw new Error("task-worker.ts runs in a worker thread only");
const settings = workerData as TaskSettings;
const options = taskOptions(settings);
const tasks: ReadTask[] = [];
let onTheWay = 0;
let wake = (): void => undefined;

port.on("message", (message: ReadTask | "taken") => {
  if (message === "taken") onTheWay -= 1;
  else tasks.push(message);
  wake();
});

const changed = (): Promise<void> =>
  new Promise((resolve) => {
    wake = resolve;
  });

for (;;) {
  const task = tasks.shift();
  if (task === undefined) await changed();
  else await read(task);
}

async function read(task: ReadTask): Promise<void> {
  let lines = 0;
  let rows: ReadItem[] = [];
  let textBytes = 0;
  const send = async (): Promise<void> => {
    while (onTheWay >= BATCHES_ON_THE_WAY) await changed();
    onTheWay += 1;
    const message: TaskMessage = { kind: "rows", rows };
    // Trajectories change hands instead of being copied.
    port?.postMessage(message, rows.flatMap(textBuffer));
    rows = [];
    textBytes = 0;
  };
  const taskSettings = {
    ...options,
    onBlockEnd: (count: number) => {
      lines = count;
    },
  };
  for await (const item of readInputs(taskInputs(task, settings), taskSettings)) {
    rows.push(item);
    textBytes += textBuffer(item).reduce((sum, { byteLength }) => sum + byteLength, 1000);
    if (textBytes >= BATCH_BYTES) await send();
  }
  if (rows.length > 0) await send();
  const end: TaskMessage = { kind: "end", lines };
  port?.postMessage(end);
}

function textBuffer(item: ReadItem): ArrayBuffer[] {
  if (item.table === "group-members") return [(item.json as Uint8Array<ArrayBuffer>).buffer];
  return item.table === "trajectories" ? [(item.row.trajectory_json as Uint8Array<ArrayBuffer>).buffer] : [];
}
