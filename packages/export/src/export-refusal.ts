/** Something that was considered for a dataset and is not in it. */
export interface ExportRefusal {
  readonly candidateId: string;
  readonly memoryId: string | null;
  readonly taskId: string | null;
  /** Stable kebab-case code, see docs/exports.md#refusals. */
  readonly reason: ExportRefusalReason;
  readonly message: string;
}

/** Why something is not in a dataset. */
export type ExportRefusalReason =
  | "rejected"
  | "undecided"
  | "hygiene"
  | "condition-candidate"
  | "trajectory-candidate"
  | "no-memory"
  | "empty-memory"
  | "no-proven-task"
  | "no-source-trajectory"
  | "unreadable-trajectory"
  | "no-task-text"
  | "over-cap"
  | "over-budget"
  | "duplicate"
  | "inexact-number";

/** True for a refusal among examples and refusals. */
export function isRefusal(value: object): value is ExportRefusal {
  return "reason" in value;
}
