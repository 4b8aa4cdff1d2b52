import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { conditionRows } from "./condition-rows.ts";
import { groupBy } from "./group-by.ts";
import { toMiniSweAgent } from "./layouts/mini-swe-agent.ts";
import { toOpenHands } from "./layouts/openhands.ts";
import type { RecordedRun } from "./layouts/recorded-run.ts";
import { runSummary, summaryName } from "./layouts/run-summary.ts";
import { toSweAgent } from "./layouts/swe-agent.ts";
import type { Recording } from "./record-arms.ts";
import type { PreparedTask } from "./repository/prepare-task.ts";

/** Writes the tables, the trajectories and the run summaries below `out`; nothing else there is touched. */
export async function writeDataset(out: string, tasks: readonly PreparedTask[], recording: Recording): Promise<void> {
  await save(join(out, "tasks.jsonl"), jsonLines(tasks.map(({ row }) => row)));
  await save(join(out, "memories.jsonl"), jsonLines(recording.memories));
  await save(join(out, "conditions.jsonl"), jsonLines(conditionRows));
  const folders = groupBy(recording.runs, ({ condition, run }) => join("runs", condition, run));
  for (const [folder, runs] of folders) {
    for (const [name, text] of runFiles(runs)) await save(join(out, folder, name), text);
  }
}

/** Files of one run folder by name. */
function runFiles(runs: readonly RecordedRun[]): Map<string, string> {
  const files = new Map<string, string>();
  const rows: object[] = [];
  for (const recorded of runs) {
    const id = recorded.task.row.instance_id;
    if (recorded.task.repository.layout === "mini-swe-agent") {
      files.set(`${id}.traj.json`, `${JSON.stringify(toMiniSweAgent(recorded))}\n`);
    } else if (recorded.task.repository.layout === "swe-agent") {
      files.set(`${id}.traj`, `${JSON.stringify(toSweAgent(recorded))}\n`);
    } else {
      rows.push(toOpenHands(recorded));
    }
  }
  if (rows.length > 0) files.set("output.jsonl", jsonLines(rows));
  files.set(summaryName(runs[0]?.run ?? ""), `${JSON.stringify(runSummary(runs), null, 2)}\n`);
  return files;
}

function jsonLines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

async function save(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
