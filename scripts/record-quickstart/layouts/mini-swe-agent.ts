import { turnBudget } from "../agent/rollout.ts";
import type { Turn } from "../agent/turn.ts";
import { processorSeconds } from "../repository/run-command.ts";
import { seededHex } from "../seeded.ts";
import { memoryPrompt, modelName, type RecordedRun } from "./recorded-run.ts";
import { estimateUsage, type TurnUsage, totalUsage } from "./usage.ts";

const systemTemplate =
  "You are a helpful assistant that can interact with a computer shell to solve programming tasks.";
const rules = `Work in /testbed. Each answer is one bash command; you have ${turnBudget} of them.
To finish: echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && git diff`;

/**
 * A rollout as mini-swe-agent 2 saves it (`trajectory_format` mini-swe-agent-1.1, tool calls).
 *
 * `extra.raw_output` is left out: it would say again what `content` says.
 */
export function toMiniSweAgent(recorded: RecordedRun): object {
  const { task, rollout, memory } = recorded;
  const prompt = `Please solve this issue:\n\n${task.row.problem_statement}${memoryPrompt(memory)}\n\n${rules}`;
  const usage = estimateUsage(systemTemplate + prompt, rollout.turns);
  const submitted = rollout.ending === "submitted";
  const exitStatus = submitted ? "Submitted" : "LimitsExceeded";
  const messages = rollout.turns.flatMap((turn, index) =>
    turnMessages(recorded, turn, index, usage[index] as TurnUsage),
  );
  const last = submitted ? messages.slice(0, -1) : messages;
  return {
    info: {
      model_stats: { instance_cost: totalUsage(usage).costUsd, api_calls: rollout.turns.length },
      config: {
        agent: {
          system_template: systemTemplate,
          instance_template: `Please solve this issue:\n\n{{task}}\n\n${rules}`,
          step_limit: turnBudget,
          cost_limit: 0,
        },
        agent_type: "minisweagent.agents.default.DefaultAgent",
        model: { model_name: modelName, model_kwargs: {} },
        model_type: modelName,
        environment: { cwd: "/testbed", env: { LC_ALL: "C", TZ: "UTC" }, timeout: processorSeconds },
        environment_type: "minisweagent.environments.local.LocalEnvironment",
      },
      mini_version: "2.0.0",
      exit_status: exitStatus,
      submission: rollout.finalPatch,
    },
    messages: [
      { role: "system", content: systemTemplate },
      { role: "user", content: prompt },
      ...last,
      {
        role: "exit",
        content: submitted ? rollout.finalPatch : exitStatus,
        extra: { exit_status: exitStatus, submission: rollout.finalPatch },
      },
    ],
    trajectory_format: "mini-swe-agent-1.1",
    instance_id: task.row.instance_id,
  };
}

function turnMessages({ clock, id }: RecordedRun, turn: Turn, index: number, usage: TurnUsage): object[] {
  if (turn.call.tool !== "bash") throw new Error(`mini-swe-agent has no tool "${turn.call.tool}"`);
  const { command } = turn.call;
  const callId = `call_${seededHex(24, id, index)}`;
  return [
    {
      role: "assistant",
      content: turn.thought,
      tool_calls: [
        { id: callId, type: "function", function: { name: "bash", arguments: JSON.stringify({ command }) } },
      ],
      extra: {
        actions: [{ command, tool_call_id: callId }],
        response: {
          model: modelName,
          usage: {
            prompt_tokens: usage.promptTokens,
            completion_tokens: usage.completionTokens,
            total_tokens: usage.promptTokens + usage.completionTokens,
          },
        },
        cost: usage.costUsd,
        timestamp: clock.turnStart(index).getTime() / 1000,
      },
    },
    {
      role: "tool",
      tool_call_id: callId,
      content: `<returncode>${turn.returncode}</returncode>\n<output>\n${turn.output}</output>`,
      extra: {
        returncode: turn.returncode,
        timestamp: clock.turnEnd(index).getTime() / 1000,
        exception_info: null,
      },
    },
  ];
}
