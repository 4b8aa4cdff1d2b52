import { createHash } from "node:crypto";
import type { Json, Row } from "@memop/core";
import type { Reading } from "../format.ts";
import type { Outcome, Prediction } from "../outcome.ts";
import type { RecordKind } from "../tables/records-table.ts";
import type { Task } from "../task.ts";
import { turnsOf } from "../trajectory.ts";
import type { SourcePosition } from "./source-position.ts";

const encoder = new TextEncoder();

/** Where texts are encoded before they are copied to their size: memory of its own for each would be three times as large. */
let scratch = Buffer.allocUnsafeSlow(1024 * 1024);

/**
 * A row of `trajectories` before it is joined with memories and predictions. Its `trajectory_json` is UTF-8 bytes: they are
 * hashed, measured, sent between threads and stored without another conversion.
 */
export function trajectoryRow(reading: Reading, format: string, at: SourcePosition): Row {
  const { trajectory } = reading;
  const json = utf8Json(trajectory);
  return {
    trajectory_id: trajectoryId(json, trajectory.taskId, at),
    task_id: trajectory.taskId,
    condition: at.condition,
    memory_id: null,
    run: at.run,
    seed: trajectory.seed,
    agent: trajectory.agent.name,
    model: trajectory.model,
    format,
    source: at.source,
    turns: turnsOf(trajectory),
    budget: trajectory.limits.turns,
    exit_status: trajectory.exitStatus,
    health: trajectory.health,
    final_patch: trajectory.finalPatch,
    prompt_tokens: trajectory.usage.promptTokens,
    completion_tokens: trajectory.usage.completionTokens,
    cached_tokens: trajectory.usage.cachedTokens,
    cost_usd: trajectory.usage.costUsd,
    seconds: trajectory.usage.seconds,
    trajectory_json: json,
    source_file: at.sourceFile,
    source_byte: at.sourceByte,
    trajectory_bytes: json.length,
    patch_source: trajectory.finalPatch === null ? null : "trajectory",
  };
}

/** The value's JSON in a buffer of its own. */
function utf8Json(value: object): Uint8Array {
  const text = JSON.stringify(value);
  if (scratch.length < text.length * 3) scratch = Buffer.allocUnsafeSlow(text.length * 4);
  const { written } = encoder.encodeInto(text, scratch);
  const json = Buffer.allocUnsafeSlow(written);
  scratch.copy(json, 0, 0, written);
  return json;
}

/** First 16 hex digits of SHA-256 over task, condition and run, and the canonical trajectory as UTF-8. */
export function trajectoryId(
  trajectoryJson: Uint8Array,
  taskId: string | null,
  at: Pick<SourcePosition, "condition" | "run">,
): string {
  const labels = `${JSON.stringify([taskId, at.condition, at.run])}\n`;
  return createHash("sha256").update(labels).update(trajectoryJson).digest("hex").slice(0, 16);
}

/** Makes rows of the `records` table for one record, numbering them. */
export function recordRows(at: SourcePosition): (kind: RecordKind, taskId: string | null, payload: Json) => Row {
  let ordinal = 0;
  return (kind, taskId, payload) => {
    const row = {
      source: at.source,
      source_file: at.sourceFile,
      source_byte: at.sourceByte,
      ordinal,
      condition: at.condition,
      run: at.run,
      kind,
      task_id: taskId,
      payload_json: JSON.stringify(payload),
    };
    ordinal += 1;
    return row;
  };
}

/** A row of the `records` table as later steps use it. */
export interface RecordRow {
  readonly source: string;
  readonly source_file: string;
  readonly source_byte: number;
  readonly ordinal: number;
  readonly condition: string;
  readonly run: string | null;
  readonly kind: RecordKind;
  readonly task_id: string | null;
  readonly payload_json: string;
}

/** Payload of a `refused` row. */
export interface RefusedPayload {
  readonly reason: string;
  readonly message: string;
  readonly byteOffset: number | null;
}

/** Payload of `task` and `embedded-task` rows. */
export type TaskPayload = Task;

/** Payload of `outcome` and `embedded-outcome` rows. */
export interface OutcomePayload extends Outcome {
  /** The patch that was judged, where the report judges patches and names no task; `taskId` is missing then. */
  readonly patch?: string;
  /** Name of the format of the report. */
  readonly format: string;
  /** True when the file was given as the outcome of everything in its call (`--results`). */
  readonly everywhere: boolean;
}

/** Payload of `report` rows: a file that names only resolved tasks, apart from the tasks that it names. */
export interface ReportPayload {
  readonly format: string;
  readonly everywhere: boolean;
}

/** Payload of `prediction` rows. */
export type PredictionPayload = Prediction;
