import type { Reading } from "../format.ts";
import type { GivenField, Giving } from "../gives.ts";

/** What of a trajectory a written format holds: always, in part, or not at all. */
export type WriterHolds = Readonly<Record<GivenField, Giving>>;

/** A trajectory in a foreign format. */
export interface WrittenTrajectory {
  readonly document: Readonly<Record<string, unknown>>;
  /**
   * What of this trajectory the format's own fields do not hold, by the names of the canonical fields, with the number of
   * steps: `limits`, `steps.edits (3)`. Empty when nothing is lost.
   */
  readonly losses: readonly string[];
  /** Those of the losses that our own reader finds in the document nevertheless (see `keepsRestIn`). */
  readonly keptAside: readonly string[];
}

/** Writes trajectories in a foreign format. A writer is a value, never a class. */
export interface TrajectoryWriter {
  /** Kebab-case, as typed after `--to`. */
  readonly name: string;
  /** One sentence for `memop formats`. */
  readonly title: string;
  readonly holds: WriterHolds;
  /** True where even one trajectory is a line of JSONL, as trainers want it; else it is an indented document. */
  readonly isLines: boolean;
  /** True where the format can say of a message of the agent that it is not trained on. */
  readonly marksUntrained: boolean;
  /** Where a document has what the format has no field for; null when it is nowhere. */
  readonly keepsRestIn: string | null;
  /** `source` tells rollouts of one task apart, where the format demands an id. */
  write(reading: Reading, source: string): WrittenTrajectory;
}
