import type { Trajectory } from "../trajectory.ts";
import { toAtif } from "./atif/to-atif.ts";

/** Writes trajectories in a foreign format. */
export interface TrajectoryWriter {
  /** Kebab-case, as typed after `--to`. */
  readonly name: string;
  /** The document, and what of this trajectory it cannot hold (one sentence each; empty when nothing is lost). */
  write(trajectory: Trajectory): { readonly document: unknown; readonly losses: readonly string[] };
}

/** Every format that trajectories can be written in. */
export const trajectoryWriters: readonly TrajectoryWriter[] = [{ name: "atif", write: toAtif }];
