import type { Pseudonymizer } from "../pseudonyms/pseudonymizer.ts";
import type { Trajectory } from "../trajectory.ts";
import type { LabelledInput, StagedRow } from "./read-inputs.ts";
import { trajectoryRow } from "./staged-row.ts";

const decoder = new TextDecoder();

/** Inputs with names replaced in how tables name them. Where they lie stays. */
export function pseudonymizedInputs(inputs: readonly LabelledInput[], { text }: Pseudonymizer): LabelledInput[] {
  return inputs
    .map((input) => ({ ...input, file: { ...input.file, source: withoutRoot(text(withRoot(input.file.source))) } }))
    .sort((a, b) => (a.file.source < b.file.source ? -1 : 1));
}

/** Sources are absolute paths without their first `/`, by which a home path is known. */
function withRoot(source: string): string {
  return `/${source}`;
}

function withoutRoot(path: string): string {
  return path.slice(1);
}

/** A row with names replaced in all that it stores. The id of a trajectory is that of what is stored. */
export function pseudonymizedRow(staged: StagedRow, pseudonymizer: Pseudonymizer): StagedRow {
  const { row, at, format } = staged;
  const place = { source: withRoot(row.source as string), sourceFile: withRoot(row.source_file as string) };
  if (staged.table === "trajectories") {
    const trajectory = JSON.parse(decoder.decode(row.trajectory_json as Uint8Array)) as Trajectory;
    const changed = pseudonymizer.record({ trajectory, ...place });
    const reading = { trajectory: changed.trajectory, task: null, outcome: null };
    const where = { ...at, source: withoutRoot(changed.source), sourceFile: withoutRoot(changed.sourceFile) };
    return { ...staged, row: trajectoryRow(reading, format, where) };
  }
  const payload: unknown = JSON.parse(row.payload_json as string);
  const changed = pseudonymizer.record({ payload, taskId: row.task_id as string | null, ...place });
  return {
    ...staged,
    row: {
      ...row,
      source: withoutRoot(changed.source),
      source_file: withoutRoot(changed.sourceFile),
      task_id: changed.taskId,
      payload_json: JSON.stringify(changed.payload),
    },
  };
}
