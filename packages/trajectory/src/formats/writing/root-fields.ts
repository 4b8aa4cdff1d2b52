import type { Trajectory } from "../../trajectory.ts";

/** The fields of a trajectory that writers keep or lose as a whole: all but its schema's version and its steps. */
export const rootFields = [
  "taskId",
  "agent",
  "model",
  "limits",
  "seed",
  "exitStatus",
  "health",
  "finalPatch",
  "usage",
  "tools",
  "extra",
] as const satisfies readonly (keyof Trajectory)[];
