import { defineFormat } from "../../format.ts";
import { isChat } from "../chat/chat-message.ts";
import { contentText } from "../chat/content-text.ts";
import { exitHealth } from "../exit-health.ts";
import { countOrNull, isObject, limitOrNull, nameOrNull, objectAt, textOrNull, unusedEntries } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { looksLikeTaskId, sourceNames, withoutEnding } from "../source-name.ts";
import { MiniSweAgentRun } from "./raw.ts";
import { miniSweAgentSteps, submittedPatch } from "./steps.ts";

/** mini-swe-agent's `*.traj.json`: a bare list of messages, `mini-swe-agent-1` and `mini-swe-agent-1.1`. */
export const miniSweAgent = defineFormat({
  name: "mini-swe-agent",
  title: "mini-swe-agent trajectories (*.traj.json, all layouts)",
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
    timestamps: "sometimes",
    limits: "sometimes",
    tokenIds: "no",
  },
  raw: MiniSweAgentRun,
  matches: (record) =>
    isObject(record)
      ? typeof record.trajectory_format === "string" && record.trajectory_format.startsWith("mini-swe-agent-1")
      : isChat(record) && isMiniChat(record as readonly unknown[]),
  toReading([run], { path }) {
    const info = objectAt(run.info);
    const config = objectAt(info, "config");
    const agent = objectAt(config, "agent");
    const model = objectAt(config, "model");
    const stats = objectAt(info, "model_stats");
    const exit = objectAt(run.messages.findLast((message) => message.role === "exit")?.extra);
    const exitStatus = nameOrNull(info.exit_status) ?? nameOrNull(exit.exit_status);
    const name = withoutEnding(sourceNames(path).at(-1) ?? "", [".traj.json", ".json"]);
    const trajectory = newTrajectory({
      taskId: run.instance_id ?? (looksLikeTaskId(name) ? name : null),
      agent: { name: "mini-swe-agent", version: nameOrNull(info.mini_version) },
      model: nameOrNull(model.model_name),
      limits: {
        turns: limitOrNull(agent.step_limit),
        costUsd: limitOrNull(agent.cost_limit),
        seconds: limitOrNull(agent.wall_time_limit_seconds),
      },
      exitStatus,
      health: exitHealth(exitStatus),
      finalPatch: textOrNull(info.submission) ?? textOrNull(exit.submission) ?? submittedPatch(run.messages),
      usage: { costUsd: countOrNull(stats.instance_cost) },
      steps: miniSweAgentSteps(run.messages),
      extra: {
        ...unusedEntries(run, new Set(["messages", "info", "instance_id", "trajectory_format"])),
        ...(run.trajectory_format ? { trajectoryFormat: run.trajectory_format } : {}),
        ...(Object.keys(info).length > 0 ? { info: unusedEntries(info, new Set(["submission", "exit_status"])) } : {}),
      },
    });
    return { trajectory, outcome: null, task: null };
  },
});

/** A bare chat is mini-swe-agent's when its instructions or first replies are; many other logs are bare chats. */
function isMiniChat(messages: readonly unknown[]): boolean {
  return messages.slice(0, 6).some((message) => {
    if (!isObject(message) || message.role === "assistant") return false;
    const text = contentText(message.content);
    return /^<returncode>|COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT|MICRO_SWE_AGENT_FINAL_OUTPUT/.test(text);
  });
}
