import { defineFormat } from "../../format.ts";
import type { Trajectory } from "../../trajectory.ts";
import type { DraftStep } from "../draft-step.ts";
import { exitHealth } from "../exit-health.ts";
import { isObject, unusedEntries } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { adpFacts } from "./adp-facts.ts";
import { adpSteps } from "./adp-steps.ts";
import { AdpTrajectory } from "./raw.ts";

/** Trajectories of the Agent Data Protocol in its standardized form, with and without links between call and result. */
export const adp = defineFormat({
  name: "adp",
  title: "Agent Data Protocol, standardized (sample_std.json and data sets made from it)",
  gives: {
    taskId: "sometimes",
    model: "sometimes",
    steps: "yes",
    reasoning: "sometimes",
    edits: "sometimes",
    patch: "sometimes",
    outcome: "sometimes",
    usage: "sometimes",
    cost: "sometimes",
    timestamps: "no",
    limits: "sometimes",
    tokenIds: "no",
  },
  raw: AdpTrajectory,
  matches: (record) =>
    isObject(record) &&
    typeof record.id === "string" &&
    Array.isArray(record.content) &&
    (record.content.length === 0
      ? isObject(record.details) && typeof record.schema_version === "string"
      : isObject(record.content[0]) && typeof record.content[0].class_ === "string"),
  toReading([document]) {
    const facts = adpFacts(document);
    const steps = adpSteps(document.content);
    const exitStatus = facts.exitStatus ?? (steps.at(-1)?.extra?.isFinish === true ? "finish" : null);
    const { outcome = facts.outcome, task = null, hasNoSteps: _, ...memop } = facts.memop;
    const trajectory = newTrajectory({
      taskId: facts.taskId,
      agent: { name: "unknown" },
      model: facts.model,
      limits: { turns: facts.turnLimit },
      exitStatus,
      health: exitHealth(exitStatus),
      finalPatch: facts.finalPatch,
      tools: facts.tools,
      steps,
      extra: { ...unusedEntries(document, usedKeys), ...facts.others, ...furtherTasks(steps) },
    });
    const whole = { ...trajectory, ...memop } as Trajectory;
    return { trajectory: whole, outcome: outcome?.taskId === whole.taskId ? outcome : null, task };
  },
});

const usedKeys: ReadonlySet<string> = new Set([
  "schema_version",
  "id",
  "content",
  "details",
  "available_code_languages",
]);

/** Where a task is put after the agent had finished one: some data sets join several tasks, or an example, in one row. */
function furtherTasks(steps: readonly DraftStep[]): { furtherTasksAt?: readonly number[] } {
  const lastAction = steps.findLastIndex((step) => step.source === "agent");
  const found = steps.flatMap((step, at) =>
    step.source === "user" && at < lastAction && steps[at - 1]?.extra?.isFinish === true ? [at] : [],
  );
  return found.length === 0 ? {} : { furtherTasksAt: found };
}
