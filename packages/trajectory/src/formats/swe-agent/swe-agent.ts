import { defineFormat } from "../../format.ts";
import { exitHealth } from "../exit-health.ts";
import { countOrNull, isObject, nameOrNull, objectAt, type UnknownObject, unusedEntries } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { matchedHistory } from "./matched-history.ts";
import { SweAgentRun } from "./raw.ts";
import { runFacts } from "./run-facts.ts";
import { demonstrationSteps, sweAgentSteps } from "./steps.ts";

/** SWE-agent's `.traj` files, 0.x to 1.1, and demonstrations that hold a history alone. */
export const sweAgent = defineFormat({
  name: "swe-agent",
  title: "SWE-agent trajectories (*.traj, 0.x to 1.1) and demonstrations",
  gives: {
    taskId: "sometimes",
    model: "sometimes",
    steps: "yes",
    reasoning: "sometimes",
    edits: "yes",
    patch: "sometimes",
    outcome: "no",
    usage: "sometimes",
    cost: "sometimes",
    timestamps: "no",
    limits: "sometimes",
    tokenIds: "no",
  },
  raw: SweAgentRun,
  matches: (record) =>
    isObject(record) &&
    isListWith(record.history, "role") &&
    (isListWith(record.trajectory, "action") || isHistoryAlone(record)) &&
    !("messages" in record),
  toReading([run], { path }) {
    const actions = run.trajectory ?? null;
    const history = matchedHistory(run.history, actions ?? []);
    const facts = runFacts(run.replay_config, path);
    const info = objectAt(run.info);
    const stats = objectAt(info, "model_stats");
    const exitStatus = run.info?.exit_status ?? null;
    const trajectory = newTrajectory({
      taskId: facts.taskId,
      agent: { name: "swe-agent", version: nameOrNull(info.swe_agent_version) },
      model: facts.model,
      limits: { turns: facts.turnLimit, costUsd: facts.costLimitUsd },
      exitStatus,
      health: exitHealth(exitStatus),
      finalPatch: run.info?.submission ?? null,
      usage: {
        costUsd: countOrNull(stats.instance_cost),
        promptTokens: countOrNull(stats.tokens_sent),
        completionTokens: countOrNull(stats.tokens_received),
      },
      steps: actions === null ? demonstrationSteps(run.history) : sweAgentSteps(actions, history),
      extra: {
        ...unusedEntries(run, new Set(["trajectory", "history", "info", "replay_config"])),
        ...(Object.keys(info).length === 0
          ? {}
          : { info: unusedEntries(info, new Set(["submission", "exit_status"])) }),
        ...(Object.keys(facts.config).length === 0 ? {} : { replayConfig: facts.config }),
        ...(actions === null || history.unmatched.length === 0 ? {} : { unmatchedHistory: history.unmatched }),
      },
    });
    return { trajectory, outcome: null, task: null };
  },
});

/** True for a list that is empty or starts with an object that has `key`. */
function isListWith(value: unknown, key: string): boolean {
  return Array.isArray(value) && (value.length === 0 || (isObject(value[0]) && key in value[0]));
}

function isHistoryAlone(record: UnknownObject): boolean {
  return Object.keys(record).length === 1 && Array.isArray(record.history) && record.history.length > 0;
}
