import { groupBy } from "./group-by.ts";
import type { RecordedRun } from "./layouts/recorded-run.ts";
import { conditions } from "./memories/memory-row.ts";

/** A Markdown table of rollouts, success rate and mean turns by arm; rates are means over tasks. */
export function summarize(runs: readonly RecordedRun[]): string {
  const lines = ["| condition | tasks | rollouts | SR % | mean turns |", "| --- | --- | --- | --- | --- |"];
  for (const condition of conditions) {
    const own = runs.filter((run) => run.condition === condition);
    if (own.length === 0) continue;
    const byTask = [...groupBy(own, (run) => run.task.row.instance_id).values()];
    const rate = mean(byTask.map((group) => mean(group.map((run) => (run.outcome === "resolved" ? 100 : 0)))));
    const turns = mean(byTask.map((group) => mean(group.map((run) => run.rollout.turns.length))));
    lines.push(`| ${condition} | ${byTask.length} | ${own.length} | ${rate.toFixed(1)} | ${turns.toFixed(2)} |`);
  }
  return `${lines.join("\n")}\n`;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
