import { defineFormat } from "../../format.ts";
import { embeddedOutcome } from "../evaluation-outcome.ts";
import { exitHealth } from "../exit-health.ts";
import { isObject, nameOrNull, unusedEntries } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { nebiusSteps } from "./nebius-steps.ts";
import { NebiusRow } from "./raw.ts";

/** Rows of nebius/SWE-agent-trajectories: SWE-agent 0.x runs as a chat of `role` and `text`, with their outcome. */
export const nebius = defineFormat({
  name: "nebius",
  title: "rows of nebius/SWE-agent-trajectories (role, text, mask; target)",
  gives: {
    taskId: "sometimes",
    model: "sometimes",
    steps: "yes",
    reasoning: "no",
    edits: "yes",
    patch: "sometimes",
    outcome: "sometimes",
    usage: "no",
    cost: "no",
    timestamps: "no",
    limits: "no",
    tokenIds: "no",
  },
  raw: NebiusRow,
  matches: (record) => isObject(record) && Array.isArray(record.trajectory) && isMessage(record.trajectory[0]),
  toReading([row]) {
    const taskId = nameOrNull(row.instance_id);
    const exitStatus = nameOrNull(row.exit_status);
    const resolved = row.target === "True" ? true : row.target === "False" ? false : row.target;
    const outcome = embeddedOutcome(taskId, resolved, {});
    const used = ["instance_id", "model_name", "exit_status", "generated_patch", "trajectory"];
    const trajectory = newTrajectory({
      taskId,
      agent: { name: "swe-agent" },
      model: nameOrNull(row.model_name),
      exitStatus,
      health: exitHealth(exitStatus),
      finalPatch: row.generated_patch ?? null,
      steps: nebiusSteps(row.trajectory),
      extra: unusedEntries(row, new Set(outcome === null ? used : [...used, "target"])),
    });
    return { trajectory, outcome, task: null };
  },
});

function isMessage(first: unknown): boolean {
  if (!isObject(first) || typeof first.role !== "string" || "content" in first) return false;
  return "system_prompt" in first || ("text" in first && "mask" in first);
}
