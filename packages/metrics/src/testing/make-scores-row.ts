import type { Row } from "@memop/core";
import { mapMetrics } from "../metric.ts";

/** A row of the `scores` table for tests: healthy, 50 on every metric unless `fields` say otherwise. */
export function makeScoresRow(trajectoryId: string, fields: Row = {}): Row {
  return {
    trajectory_id: trajectoryId,
    task_id: "owner__name-1",
    condition: "none",
    memory_id: null,
    run: null,
    repo: "owner/name",
    agent: "agent",
    model: "model",
    turns: 10,
    budget: 20,
    health: "healthy",
    ...mapMetrics(() => 50),
    compat: null,
    notes: [],
    ...fields,
  };
}
