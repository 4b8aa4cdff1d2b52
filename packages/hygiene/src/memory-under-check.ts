import type { MemoryReference, Task, Trajectory } from "@memop/trajectory";
import type { Benchmark } from "./contamination/benchmark.ts";
import type { Duplicate } from "./duplicates/find-duplicates.ts";
import type { FlaggedSource } from "./hacking/hacked-source.ts";
import type { SecretFinding } from "./secrets/scan-for-secrets.ts";

/** A memory with everything that its checks look at. What is left out is not checked. */
export interface MemoryUnderCheck {
  readonly memory: Pick<MemoryReference, "memoryId" | "text">;
  /** The tasks that it serves and the tasks that it was distilled from. */
  readonly tasks: readonly Task[];
  /** The trajectories that it was distilled from: what the agent wrote there itself is `self-solution`, not a leak. */
  readonly sources: readonly Trajectory[];
  /** Those among them that read or forged the answer, as `checkTrajectory` found. */
  readonly flaggedSources?: readonly FlaggedSource[];
  readonly benchmarks?: readonly Benchmark[];
  /** What `findDuplicates` said of it; left out or null when it is no duplicate. */
  readonly duplicate?: Duplicate | null;
  /** What `scanForSecrets` found in it. */
  readonly secrets?: readonly SecretFinding[];
}
