import type { Reading } from "../format.ts";
import type { Trajectory } from "../trajectory.ts";
import type { StagedRow } from "./read-inputs.ts";
import { rowsOfReading } from "./read-record.ts";

/** Adds to a reading what its record does not say, such as a task derived from a repository. */
export type Derive = (reading: Reading) => Promise<Reading>;

const decoder = new TextDecoder();

/** The rows of a trajectory that names no task, with what can be derived of it; other rows as they are. */
export async function derivedRows(staged: StagedRow, derive: Derive): Promise<readonly StagedRow[]> {
  if (staged.table !== "trajectories" || staged.row.task_id !== null) return [staged];
  const { row, at, format } = staged;
  const trajectory = JSON.parse(decoder.decode(row.trajectory_json as Uint8Array)) as Trajectory;
  const reading = await derive({ trajectory, task: null, outcome: null });
  return rowsOfReading(reading, format, { ...at, source: row.source as string, sourceFile: row.source_file as string });
}
