import type { Trajectory } from "@memop/trajectory";
import { ownWords } from "../leaks/own-words.ts";

/**
 * The text by which trajectories are compared: the task's id and what the agent wrote. Observations are left out: they would
 * make different runs on one repository look alike.
 */
export function trajectoryText(trajectory: Trajectory): string {
  return `${trajectory.taskId ?? ""}\n${ownWords(trajectory)}`;
}
