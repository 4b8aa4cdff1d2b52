import { openOrCreateWorkspace, type Row, runStage, type Workspace } from "@memop/core";
import { memoriesTable, type Trajectory, tasksTable, trajectoriesTable } from "@memop/trajectory";
import { decisionsView } from "../dataset/decisions-view.ts";
import { findingsView } from "../dataset/findings-view.ts";

/** Rows of the tables that an export reads; absent tables are not written. */
export interface WorkspaceRows {
  readonly tasks?: readonly Row[];
  readonly trajectories?: readonly Row[];
  readonly memories?: readonly Row[];
  readonly decisions?: readonly Row[];
  readonly findings?: readonly Row[];
}

/** A workspace in `folder` that holds the given rows. */
export async function makeWorkspace(folder: string, rows: WorkspaceRows): Promise<Workspace> {
  const workspace = await openOrCreateWorkspace(folder);
  await runStage(workspace, {
    name: "import",
    config: {},
    reads: [],
    async body({ write }) {
      if (rows.tasks) await write(tasksTable, rows.tasks);
      if (rows.trajectories) await write(trajectoriesTable, rows.trajectories);
      if (rows.memories) await write(memoriesTable, rows.memories);
      if (rows.decisions) await write(decisionsView, rows.decisions);
      if (rows.findings) await write(findingsView, rows.findings);
      return { read: 0, used: 0, result: {} };
    },
  });
  return workspace;
}

/** The row of a run in the table of trajectories. */
export function trajectoryRow(id: string, taskId: string, trajectory: Trajectory, fields: Row = {}): Row {
  return {
    trajectory_id: id,
    task_id: taskId,
    condition: "none",
    agent: trajectory.agent.name,
    model: trajectory.model,
    health: trajectory.health,
    trajectory_json: JSON.stringify({ ...trajectory, taskId }),
    ...fields,
  };
}

/** An accepted memory's decision. */
export function decisionRow(memoryId: string, fields: Row = {}): Row {
  return {
    candidate_id: `memory:${memoryId}`,
    candidate_kind: "memory",
    memory_id: memoryId,
    policy: "confident",
    verdict: "accept",
    reward: 2.5,
    reward_se: 0.5,
    reward_lower: 1.5,
    reward_shrunken: 2.25,
    pairs_used: 3,
    pairs_possible: 4,
    reasons: [],
    rollouts: [],
    false_accept_rate: 0.04,
    hygiene: "keep",
    hygiene_reasons: [],
    ...fields,
  };
}
