import { isObject, nameOrNull, type UnknownObject } from "../formats/json-access.ts";
import type { Prediction } from "../outcome.ts";

/** Keys of runs: a record that has one is read as a trajectory, even where it also carries a patch. */
const runKeys = ["trajectory", "trajectory_steps", "history", "messages", "steps"] as const;

/**
 * Reads predictions in any form that evaluations take: one row, a list of rows, or an object keyed by task id. Null for
 * any other record, an empty list or an empty object.
 *
 * Multi-SWE-bench rows (`org`, `repo`, `number`, `fix_patch`) count as rows.
 */
export function readPredictions(record: unknown): readonly Prediction[] | null {
  if (Array.isArray(record))
    return record.length === 0 ? null : allOrNone(record.map((row) => predictionOf(row, null)));
  if (!isObject(record)) return null;
  const single = predictionOf(record, null);
  if (single !== null) return [single];
  const entries = Object.entries(record);
  return entries.length === 0 ? null : allOrNone(entries.map(([id, row]) => predictionOf(row, id)));
}

function allOrNone(predictions: readonly (Prediction | null)[]): readonly Prediction[] | null {
  return predictions.every((each) => each !== null) ? predictions : null;
}

function predictionOf(row: unknown, key: string | null): Prediction | null {
  if (!isObject(row) || runKeys.some((each) => each in row)) return null;
  const taskId = nameOrNull(row.instance_id) ?? key;
  if ("model_patch" in row && taskId !== null) return { taskId, model: modelOf(row), patch: patchOf(row.model_patch) };
  const isMultiSwe =
    typeof row.org === "string" && typeof row.repo === "string" && "number" in row && "fix_patch" in row;
  if (!isMultiSwe || "base" in row || "test_patch" in row) return null;
  return { taskId: `${row.org}__${row.repo}-${row.number}`, model: modelOf(row), patch: patchOf(row.fix_patch) };
}

function modelOf(row: UnknownObject): string | null {
  return nameOrNull(row.model_name_or_path) ?? nameOrNull(row.model);
}

function patchOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
