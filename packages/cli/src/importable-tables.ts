import { hashOf, type ImportRules, type Json, type Row, sha256Hex, type TableSchema } from "@memop/core";
import { metricNames, scoresTable } from "@memop/metrics";
import { memoriesTable, outcomesTable, tasksTable } from "@memop/trajectory";

/** Tables that may be made elsewhere, each with the rules for its rows. */
export const importableTables: readonly { readonly schema: TableSchema; rules(): ImportRules }[] = [
  { schema: scoresTable, rules: scoreRules },
  { schema: outcomesTable, rules: () => ({ required: ["task_id"], percent: [], complete: completeOutcome }) },
  { schema: memoriesTable, rules: () => ({ required: ["memory_id"], percent: [], complete: completeMemory }) },
  { schema: tasksTable, rules: () => ({ required: ["task_id"], percent: [] }) },
];

/** Score cards may be averages, so nothing but types, nulls and the range is checked. */
function scoreRules(): ImportRules {
  const seen = new Map<string, number>();
  return {
    required: ["task_id", "condition"],
    percent: metricNames,
    complete(row) {
      const withHealth = { ...row, health: row.health ?? "healthy" };
      if (row.trajectory_id !== null) return withHealth;
      // Cards without an id are told apart by their labels and, when those repeat, by their order.
      const labels = ["task_id", "condition", "memory_id", "run", "agent", "model"].map(
        (name) => (row[name] ?? null) as Json,
      );
      const key = hashOf(labels);
      const repeat = seen.get(key) ?? 0;
      seen.set(key, repeat + 1);
      return { ...withHealth, trajectory_id: hashOf([key, repeat]).slice(0, 16) };
    },
  };
}

function completeMemory(row: Row): Row {
  return {
    ...row,
    condition: row.condition ?? row.memory_id,
    text: row.text ?? "",
    source_trajectory_ids: row.source_trajectory_ids ?? [],
    content_hash: row.content_hash ?? sha256Hex(String(row.text ?? "")),
  };
}

/** Outcomes without a rollout are told apart by their labels; columns of those names may be in the file. */
function completeOutcome(row: Row): Row {
  const labels = ["task_id", "condition", "agent", "model", "run"].map((name) => (row[name] ?? null) as Json);
  return {
    ...row,
    trajectory_id: row.trajectory_id ?? hashOf(["outcome", ...labels]).slice(0, 16),
    health: row.health ?? "healthy",
    reason: row.reason ?? (row.resolved === null ? "no-outcome" : row.resolved === true ? "resolved" : "unresolved"),
    source: row.source ?? "",
  };
}
