import { defineFormat } from "../../format.ts";
import type { Outcome } from "../../outcome.ts";
import { outcomeOfVerdict } from "../../outcomes/verdicts.ts";
import { readTaskRow } from "../../tasks/read-task-row.ts";
import { exitHealth } from "../exit-health.ts";
import { isObject, limitOrNull, nameOrNull, objectAt, unusedEntries } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { r2eSteps, totalOfSteps } from "./r2e-steps.ts";
import { R2eRun } from "./raw.ts";

/** Runs of R2E-Gym's agent: a JSONL line with its steps, limits, patch and reward. */
export const r2eGym = defineFormat({
  name: "r2e-gym",
  title: "R2E-Gym runs (JSONL with trajectory_steps, output_patch and reward)",
  gives: {
    taskId: "yes",
    model: "sometimes",
    steps: "yes",
    reasoning: "no",
    edits: "yes",
    patch: "sometimes",
    outcome: "sometimes",
    usage: "sometimes",
    cost: "no",
    timestamps: "no",
    limits: "yes",
    tokenIds: "no",
    notTried: "shape from R2E-Gym's own classes",
  },
  raw: R2eRun,
  matches: (record) =>
    isObject(record) &&
    Array.isArray(record.trajectory_steps) &&
    ("exit_reason" in record || "output_patch" in record || "problem_statement" in record),
  toReading([run]) {
    const data = objectAt(run.ds);
    const agent = objectAt(run.agent_args);
    const taskId = nameOrNull(data.instance_id) ?? nameOrNull(run.docker_image);
    const exitStatus = nameOrNull(run.exit_reason);
    const trajectory = newTrajectory({
      taskId,
      agent: { name: "r2e-gym" },
      model: nameOrNull(agent.llm_name),
      limits: { turns: limitOrNull(run.max_steps), seconds: limitOrNull(run.max_total_time) },
      exitStatus,
      health: /time_limit/i.test(exitStatus ?? "") ? "timeout" : exitHealth(exitStatus),
      finalPatch: run.output_patch ?? null,
      usage: {
        promptTokens: totalOfSteps(run.trajectory_steps, "token_usage_prompt"),
        completionTokens: totalOfSteps(run.trajectory_steps, "token_usage_completion"),
        seconds: totalOfSteps(run.trajectory_steps, "total_step_time"),
      },
      steps: r2eSteps(run),
      extra: {
        ...unusedEntries(run, usedKeys),
        ...(Object.keys(agent).length === 0 ? {} : { agent_args: unusedEntries(agent, usedAgentKeys) }),
      },
    });
    const task = readTaskRow({ problem_statement: run.problem_statement, ...data });
    return { trajectory, outcome: outcomeOf(taskId, run.reward), task: task?.taskId === taskId ? task : null };
  },
});

const usedKeys: ReadonlySet<string> = new Set([
  "trajectory_steps",
  "problem_statement",
  "agent_args",
  "exit_reason",
  "output_patch",
]);
const usedAgentKeys: ReadonlySet<string> = new Set(["llm_name", "system_prompt", "instance_prompt"]);

/** The reward is 1 when the hidden tests pass and 0 when not; null when they were not run. */
function outcomeOf(taskId: string | null, reward: number | null | undefined): Outcome | null {
  if (taskId === null || reward === null || reward === undefined || !Number.isFinite(reward)) return null;
  return outcomeOfVerdict(taskId, reward >= 1 ? "resolved" : "unresolved");
}
