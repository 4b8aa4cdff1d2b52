import { groupBy } from "./group-by.ts";
import type { RecordedRun } from "./layouts/recorded-run.ts";
import { conditions } from "./memories/memory-row.ts";

/**
 * A Markdown table by arm: rollouts, success rate and mean turns (means over tasks), and on how many tasks the success
 * rate is higher and lower than without a memory.
 */
export function summarize(runs: readonly RecordedRun[]): string {
  const lines = [
    "| condition | tasks | rollouts | SR % | mean turns | SR higher | SR lower |",
    "| --- | --- | --- | --- | --- | --- | --- |",
  ];
  const baseline = ratesByTask(runs.filter((run) => run.condition === "none"));
  for (const condition of conditions) {
    const own = runs.filter((run) => run.condition === condition);
    if (own.length === 0) continue;
    const rates = ratesByTask(own);
    const turns = [...groupBy(own, taskOf).values()].map((group) => mean(group.map((run) => run.rollout.turns.length)));
    const changes = [...rates].map(([task, rate]) => rate - (baseline.get(task) ?? rate));
    const higher = changes.filter((change) => change > 0).length;
    const lower = changes.filter((change) => change < 0).length;
    const figures = [own.length, mean([...rates.values()]).toFixed(1), mean(turns).toFixed(2), higher, lower];
    lines.push(`| ${[condition, rates.size, ...figures].join(" | ")} |`);
  }
  return `${lines.join("\n")}\n`;
}

function ratesByTask(runs: readonly RecordedRun[]): Map<string, number> {
  const groups = [...groupBy(runs, taskOf)];
  return new Map(
    groups.map(([task, group]) => [task, mean(group.map(({ outcome }) => (outcome === "resolved" ? 100 : 0)))]),
  );
}

function taskOf(run: RecordedRun): string {
  return run.task.row.instance_id;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
