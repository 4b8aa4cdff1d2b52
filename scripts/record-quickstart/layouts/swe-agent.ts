import { turnBudget } from "../agent/rollout.ts";
import type { ToolCall, Turn } from "../agent/turn.ts";
import { seededHex } from "../seeded.ts";
import { memoryPrompt, modelName, type RecordedRun } from "./recorded-run.ts";
import { toFunctionCall } from "./tool-call.ts";
import { estimateUsage, totalUsage } from "./usage.ts";

const root = "/testbed";
const systemText = "You are a helpful assistant that can interact with a computer to solve tasks.";

/** A rollout as SWE-agent 1.1 saves it (`<task>.traj`, function calling), without the model input of each step. */
export function toSweAgent(recorded: RecordedRun): object {
  const { task, rollout, memory, clock } = recorded;
  const prompt = `<uploaded_files>\n${root}\n</uploaded_files>
I've uploaded a JavaScript repository in the directory ${root}. Consider the following issue:

<pr_description>
${task.row.problem_statement}</pr_description>${memoryPrompt(memory)}

Please make the changes that resolve the issue. You have ${turnBudget} calls.`;
  const usage = totalUsage(estimateUsage(systemText + prompt, rollout.turns));
  return {
    trajectory: rollout.turns.map((turn, index) => ({
      action: actionText(turn.call),
      observation: turn.output,
      response: turn.thought,
      thought: turn.thought,
      execution_time: clock.executionSeconds(index),
      state: { working_dir: root },
      extra_info: {},
    })),
    history: [
      { role: "system", content: systemText, agent: "main", message_type: "system_prompt" },
      { role: "user", content: [{ type: "text", text: prompt }], agent: "main", message_type: "observation" },
      ...rollout.turns.flatMap((turn, index) => historyOf(turn, `call_${seededHex(24, recorded.id, index)}`)),
    ],
    info: {
      swe_agent_hash: "unavailable",
      swe_agent_version: "1.1.0",
      swe_rex_version: "1.2.0",
      swe_rex_hash: "unavailable",
      exit_status: exitStatus(recorded),
      submission: rollout.finalPatch === "" ? null : rollout.finalPatch,
      model_stats: {
        instance_cost: usage.costUsd,
        tokens_sent: usage.promptTokens,
        tokens_received: usage.completionTokens,
        api_calls: rollout.turns.length,
      },
    },
    replay_config: JSON.stringify(replayConfig(recorded)),
    environment: "main",
  };
}

function exitStatus({ rollout }: RecordedRun): string {
  if (rollout.ending === "submitted") return "submitted";
  return rollout.finalPatch === "" ? "exit_cost" : "submitted (exit_cost)";
}

function historyOf(turn: Turn, callId: string): object[] {
  const call = toFunctionCall(turn.call, root, "bash", { name: "submit", arguments: {} });
  const calls = [
    {
      index: 1,
      function: { arguments: JSON.stringify(call.arguments), name: call.name },
      id: callId,
      type: "function",
    },
  ];
  const observation =
    turn.output === "" ? "Your command ran successfully and did not produce any output." : turn.output;
  return [
    {
      role: "assistant",
      content: turn.thought,
      thought: turn.thought,
      action: actionText(turn.call),
      agent: "main",
      tool_calls: calls,
      message_type: "action",
    },
    {
      role: "tool",
      content: [{ type: "text", text: `OBSERVATION:\n${observation}` }],
      agent: "main",
      message_type: "observation",
      tool_call_ids: [callId],
    },
  ];
}

function actionText(call: ToolCall): string {
  if (call.tool === "bash") return call.command;
  if (call.tool === "submit") return "submit";
  const head = `str_replace_editor ${call.tool} ${root}/${call.path}`;
  if (call.tool === "view") return head;
  return `${head} --old_str ${shellQuote(call.oldText)} --new_str ${shellQuote(call.newText)}`;
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'"'"'`)}'`;
}

function replayConfig({ task }: RecordedRun): object {
  return {
    env: {
      deployment: { type: "local" },
      repo: { repo_name: "testbed", base_commit: task.row.base_commit, type: "preexisting" },
      post_startup_commands: [],
      name: "main",
    },
    agent: {
      name: "main",
      tools: {
        bundles: [{ path: "tools/edit_anthropic" }, { path: "tools/submit" }],
        enable_bash_tool: true,
        parse_function: { type: "function_calling" },
      },
      model: { name: modelName, per_instance_cost_limit: 0, total_cost_limit: 0, per_instance_call_limit: turnBudget },
      type: "default",
    },
    problem_statement: { text: task.row.problem_statement, extra_fields: {}, type: "text", id: task.row.instance_id },
    output_dir: "DEFAULT",
    actions: { open_pr: false, apply_patch_locally: false },
  };
}
