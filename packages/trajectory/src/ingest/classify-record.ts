import type { SourceContext, TrajectoryFormat } from "../format.ts";
import { formats } from "../formats/index.ts";
import { readExperienceRow } from "../memories/read-experience-row.ts";
import { readMemoryRow } from "../memories/read-memory-row.ts";
import type { MemoryReference } from "../memory.ts";
import type { OutcomeReport, Prediction } from "../outcome.ts";
import { sniffOutcomeReport } from "../outcomes/outcome-formats.ts";
import { readPredictions } from "../outcomes/read-predictions.ts";
import type { Task } from "../task.ts";
import { isTaskRow } from "../tasks/is-task-row.ts";
import { readTaskRow } from "../tasks/read-task-row.ts";
import { dataDescription } from "./data-description.ts";

/** What one value of a stream turned out to be. */
export type Classified =
  | { readonly kind: "trajectory"; readonly format: TrajectoryFormat }
  | { readonly kind: "task"; readonly task: Task }
  | { readonly kind: "report"; readonly format: string; readonly report: OutcomeReport }
  | { readonly kind: "predictions"; readonly predictions: readonly Prediction[] }
  | { readonly kind: "memory"; readonly memory: MemoryReference }
  | { readonly kind: "condition"; readonly row: Readonly<Record<string, unknown>> }
  | { readonly kind: "description"; readonly what: string }
  | { readonly kind: "unrecognised" };

/**
 * Tells what a value is by its content, never by the name of its file.
 *
 * Trajectory formats are asked first, then memories and conditions, tasks, outcome reports and predictions.
 * `only` restricts trajectory formats to one.
 */
export function classifyRecord(value: unknown, source: SourceContext, only: TrajectoryFormat | null): Classified {
  const format = (only === null ? formats : [only]).find((each) => each.matches(value, source));
  if (format) return { kind: "trajectory", format };
  const memory = readMemoryRow(value) ?? readExperienceRow(value);
  if (memory !== null) return { kind: "memory", memory };
  if (isConditionRow(value)) return { kind: "condition", row: value };
  if (isTaskRow(value)) {
    const task = readTaskRow(value);
    if (task !== null) return { kind: "task", task };
  }
  const outcomeFormat = sniffOutcomeReport(value);
  if (outcomeFormat !== null) {
    return { kind: "report", format: outcomeFormat.name, report: outcomeFormat.read(value, source) };
  }
  const predictions = readPredictions(value);
  if (predictions !== null) return { kind: "predictions", predictions };
  const what = dataDescription(value);
  return what === null ? { kind: "unrecognised" } : { kind: "description", what };
}

function isConditionRow(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  return "condition" in value && "m_theta" in value && "regime" in value;
}
