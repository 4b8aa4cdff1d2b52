import type { Reading, TrajectoryFormat } from "../format.ts";
import { Outcome } from "../outcome.ts";
import { Task } from "../task.ts";
import type { Trajectory } from "../trajectory.ts";
import type { StagedRow } from "./read-inputs.ts";
import { readStaged } from "./read-staged.ts";
import type { RefusedPayload } from "./staged-row.ts";

/** A trajectory found among files with what its record tells beside it, or a record that could not be used. */
export type ReadTrajectory =
  | FoundTrajectory
  | { readonly kind: "refused"; readonly source: string; readonly reason: string; readonly message: string };

interface FoundTrajectory extends Reading {
  readonly kind: "trajectory";
  readonly source: string;
  readonly format: string;
}

const decoder = new TextDecoder();

/** Reads all trajectories under the given paths, without a workspace; other records (tasks, reports) are passed over. */
export async function* readTrajectories(
  paths: readonly string[],
  workingFolder: string,
  format: TrajectoryFormat | null = null,
): AsyncGenerator<ReadTrajectory> {
  /** The last trajectory, until it is known that nothing more is told beside it. */
  let open: readonly FoundTrajectory[] = [];
  for await (const staged of readStaged(paths, workingFolder, format)) {
    const { kind } = staged.row;
    // What a record tells beside its trajectory comes right after it.
    if (kind === "embedded-task" || kind === "embedded-outcome") {
      open = open.map((found) => ({ ...found, ...besideTrajectory(staged) }));
      continue;
    }
    yield* open;
    open = [];
    const { source } = staged.at;
    if (staged.table === "trajectories") {
      const trajectory = JSON.parse(decoder.decode(staged.row.trajectory_json as Uint8Array)) as Trajectory;
      open = [{ kind: "trajectory", trajectory, outcome: null, task: null, source, format: staged.format }];
    } else if (kind === "refused") {
      const { reason, message } = JSON.parse(staged.row.payload_json as string) as RefusedPayload;
      yield { kind: "refused", source, reason, message };
    }
  }
  yield* open;
}

function besideTrajectory({ row }: StagedRow): Partial<Pick<Reading, "outcome" | "task">> {
  const payload: unknown = JSON.parse(row.payload_json as string);
  if (row.kind === "embedded-task") return { task: Task.parse(payload) };
  const { taskId, resolved, health, reason } = payload as Outcome;
  return { outcome: Outcome.parse({ taskId, resolved, health, reason }) };
}
