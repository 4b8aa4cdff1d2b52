import { defineFormat } from "../../format.ts";
import { chatSteps } from "../chat/chat-steps.ts";
import type { DraftStep } from "../draft-step.ts";
import { isoTime } from "../iso-time.ts";
import { compact, countOrNull, isObject, limitOrNull, nameOrNull } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { taskIdInNames } from "../source-name.ts";
import { summedUsage } from "../summed-usage.ts";
import { TraeRun } from "./raw.ts";
import { interactionSteps, traeSteps } from "./steps.ts";

/** Trajectory files of trae-agent. A file without steps, as a run that died leaves it, is read from its model calls. */
export const traeAgent = defineFormat({
  name: "trae-agent",
  title: "trae-agent trajectory files (llm_interactions and agent_steps)",
  gives: {
    taskId: "sometimes",
    model: "sometimes",
    steps: "yes",
    reasoning: "no",
    edits: "yes",
    patch: "no",
    outcome: "no",
    usage: "sometimes",
    cost: "no",
    timestamps: "sometimes",
    limits: "sometimes",
    tokenIds: "no",
    notTried: "the shape is that of the agent's documentation; the leaderboard's own layout is not public",
  },
  raw: TraeRun,
  matches: (record) => isObject(record) && Array.isArray(record.llm_interactions) && "agent_steps" in record,
  toReading([run], { path }) {
    const calls = run.llm_interactions;
    const steps = run.agent_steps?.length ? traeSteps(run.agent_steps, calls) : interactionSteps(calls);
    const lead: DraftStep[] = chatSteps(leadOf(run));
    const final = nameOrNull(run.final_result);
    const trajectory = newTrajectory({
      taskId: taskIdInNames(path, "trajectory_"),
      agent: { name: "trae-agent" },
      model: nameOrNull(run.model) ?? nameOrNull(calls[0]?.model),
      limits: { turns: limitOrNull(run.max_steps) },
      exitStatus: exitStatusOf(run),
      health: "healthy",
      usage: { ...summedUsage(steps), seconds: countOrNull(run.execution_time) },
      tools: null,
      steps: [...lead, ...steps],
      extra: compact({
        provider: nameOrNull(run.provider),
        task: lead.some((step) => step.text?.includes(run.task ?? "")) ? null : nameOrNull(run.task),
        finalResult: steps.some((step) => final !== null && step.text?.includes(final)) ? null : final,
        started: isoTime(run.start_time),
        toolsAvailable: calls[0]?.tools_available,
      }) as Record<string, unknown>,
    });
    return { trajectory, outcome: null, task: null };
  },
});

/** A file is written after each step, with `success` false and no time of its end until the run is over. */
function exitStatusOf({ success, end_time: end }: TraeRun): string | null {
  if (typeof success !== "boolean") return null;
  if (success) return "success";
  return nameOrNull(end) === null ? "unfinished" : "failure";
}

/** The messages before the first answer; the task where they are not recorded. */
function leadOf(run: TraeRun): readonly { role: string; content: unknown }[] {
  const messages = run.llm_interactions[0]?.input_messages ?? [];
  const lead = messages.filter((message) => message.role === "system" || message.role === "user");
  if (lead.length > 0) return lead.map(({ role, content }) => ({ role, content }));
  return nameOrNull(run.task) === null ? [] : [{ role: "user", content: run.task }];
}
