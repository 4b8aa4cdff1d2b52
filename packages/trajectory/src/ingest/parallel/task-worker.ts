import { parentPort, workerData } from "node:worker_threads";
import { type ReadItem, readInputs } from "../read-inputs.ts";
import {
  type ReadTask,
  type TaskMessage,
  type TaskSettings,
  taskInputs,
  taskOptions,
  type WorkerOrder,
} from "./read-task.ts";
import { renumbered } from "./renumbered.ts";
import { bytesOf, type WrittenUnit, withWrittenUnits } from "./written-units.ts";

// A worker thread: reads the tasks that it is sent, one after the other, writes large units, and sends all other rows back
// in batches. It waits when the other side has not taken its batches, so that rows do not pile up.

/** Text in a batch, and batches on their way, at most. */
const BATCH_BYTES = 1024 * 1024;
const BATCHES_ON_THE_WAY = 20;

const port = parentPort;
if (port === null) throw new Error("task-worker.ts runs in a worker thread only");
const settings = workerData as TaskSettings;
const options = taskOptions(settings);
const tasks: ReadTask[] = [];
let onTheWay = 0;
let linesBefore: number | null = null;
let isStopped = false;
let wake = (): void => undefined;

port.on("message", (order: WorkerOrder) => {
  if (order.kind === "taken") onTheWay -= 1;
  else if (order.kind === "lines-before") linesBefore = order.lines;
  else if (order.kind === "task") tasks.push(order.task);
  else isStopped = true;
  wake();
});

const changed = (): Promise<void> =>
  new Promise((resolve) => {
    wake = resolve;
  });

while (!isStopped) {
  const task = tasks.shift();
  if (task === undefined) await changed();
  else await read(task);
}
port.close();

async function read(task: ReadTask): Promise<void> {
  let batch: (ReadItem | WrittenUnit)[] = [];
  let textBytes = 0;
  const send = async (): Promise<void> => {
    while (onTheWay >= BATCHES_ON_THE_WAY && !isStopped) await changed();
    onTheWay += 1;
    // Trajectories change hands instead of being copied.
    say({ kind: "items", items: batch }, batch.flatMap(textBuffer));
    batch = [];
    textBytes = 0;
  };
  const items = task.block === null ? readInputs(taskInputs(task, settings), options) : itemsOfBlock(task);
  const passed = settings.unitFolder === null ? items : withWrittenUnits(items, settings.unitFolder);
  for await (const item of passed) {
    if (isStopped) return;
    batch.push(item);
    textBytes += item.table === "unit" ? 0 : bytesOf(item) + 1000;
    if (textBytes >= BATCH_BYTES || item.table === "unit") await send();
  }
  if (batch.length > 0) await send();
  say({ kind: "end" });
}

/** Items of a block with the line numbers of the whole file: known once the blocks before it have been read. */
async function* itemsOfBlock(task: ReadTask): AsyncGenerator<ReadItem> {
  const items: ReadItem[] = [];
  linesBefore = null;
  const onBlockEnd = (lines: number): void => say({ kind: "lines", lines });
  for await (const item of readInputs(taskInputs(task, settings), { ...options, onBlockEnd })) {
    if (isStopped) return;
    items.push(item);
  }
  while (linesBefore === null && !isStopped) await changed();
  for (const item of items) yield renumbered(item, linesBefore ?? 0);
}

function say(message: TaskMessage, transferred: readonly ArrayBuffer[] = []): void {
  port?.postMessage(message, transferred);
}

function textBuffer(item: ReadItem | WrittenUnit): ArrayBuffer[] {
  if (item.table === "group-members") return [(item.json as Uint8Array<ArrayBuffer>).buffer];
  return item.table === "trajectories" ? [(item.row.trajectory_json as Uint8Array<ArrayBuffer>).buffer] : [];
}
