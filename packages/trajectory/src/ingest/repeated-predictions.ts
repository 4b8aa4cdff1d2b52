import type { Prediction } from "../outcome.ts";
import { folderOf } from "./source-position.ts";
import type { RecordRow } from "./staged-row.ts";

/** Predictions that say word for word what an earlier one of the same folder and labels says, in source order. */
export function repeatedPredictions(records: Iterable<RecordRow>): RecordRow[] {
  const seen = new Set<string>();
  const repeated: RecordRow[] = [];
  for (const record of records) {
    if (record.kind !== "prediction") continue;
    const { taskId, model, patch } = JSON.parse(record.payload_json) as Prediction;
    const key = JSON.stringify([folderOf(record.source_file), record.condition, record.run, taskId, model, patch]);
    if (seen.has(key)) repeated.push(record);
    else seen.add(key);
  }
  return repeated;
}
