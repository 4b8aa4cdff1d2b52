import { findInputFiles } from "@memop/core";
import type { TrajectoryFormat } from "../format.ts";
import type { Trajectory } from "../trajectory.ts";
import { joinFolders } from "./join-folders.ts";
import { readInputs } from "./read-inputs.ts";
import type { RefusedPayload } from "./staged-row.ts";

/** A trajectory found among files, or a record that could not be used. */
export type ReadTrajectory =
  | { readonly kind: "trajectory"; readonly trajectory: Trajectory; readonly source: string; readonly format: string }
  | { readonly kind: "refused"; readonly source: string; readonly reason: string; readonly message: string };

const decoder = new TextDecoder();

/** Reads all trajectories under the given paths, without a workspace; other records (tasks, reports) are passed over. */
export async function* readTrajectories(
  paths: readonly string[],
  workingFolder: string,
  format: TrajectoryFormat | null = null,
): AsyncGenerator<ReadTrajectory> {
  const labels = { condition: "none", run: null };
  const files = await findInputFiles(paths, workingFolder);
  const inputs = files.map((file) => ({ file, labelsOf: () => labels, isResults: false }));
  for await (const staged of joinFolders(readInputs(inputs, { format, shard: null, isDone: () => false }))) {
    const { source } = staged.at;
    if (staged.table === "trajectories") {
      const trajectory = JSON.parse(decoder.decode(staged.row.trajectory_json as Uint8Array)) as Trajectory;
      yield { kind: "trajectory", trajectory, source, format: staged.format };
    } else if (staged.row.kind === "refused") {
      const { reason, message } = JSON.parse(staged.row.payload_json as string) as RefusedPayload;
      yield { kind: "refused", source, reason, message };
    }
  }
}
