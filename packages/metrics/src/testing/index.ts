export { makeEdit } from "./make-edit.ts";
export { makeScoresRow } from "./make-scores-row.ts";
export { makeTrajectory } from "./make-trajectory.ts";
