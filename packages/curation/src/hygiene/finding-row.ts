import type { Row } from "@memop/core";
import type { HygieneFinding } from "@memop/hygiene";

/** What was checked. */
export interface FindingSubject {
  readonly kind: "memory" | "trajectory";
  readonly id: string;
  readonly taskId: string | null;
  readonly condition: string | null;
}

/** The row of the `findings` table for one finding. */
export function findingRow({ kind, id, taskId, condition }: FindingSubject, finding: HygieneFinding): Row {
  return {
    subject_kind: kind,
    subject_id: id,
    task_id: taskId,
    condition,
    filter: finding.filter,
    reason: finding.reason,
    evidence: finding.evidence.map((each) => ({ ...each })),
  };
}
