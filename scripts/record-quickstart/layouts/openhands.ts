import { shownPath, turnBudget } from "../agent/rollout.ts";
import { openHandsEvents, openHandsPrompt, openHandsSystem } from "./openhands-events.ts";
import { modelName, type RecordedRun } from "./recorded-run.ts";
import { estimateUsage, totalUsage } from "./usage.ts";

/** A rollout as one row of the `output.jsonl` of OpenHands' V0 evaluation (0.35). */
export function toOpenHands(recorded: RecordedRun): object {
  const { task, rollout, clock, condition, run } = recorded;
  const instruction = openHandsPrompt(recorded);
  const usage = estimateUsage(openHandsSystem + instruction, rollout.turns);
  const total = totalUsage(usage);
  const limit = `RuntimeError: Agent reached maximum iteration in headless mode. Current iteration: ${turnBudget}, max iteration: ${turnBudget}`;
  return {
    instance_id: task.row.instance_id,
    test_result: { git_patch: rollout.finalPatch },
    instruction,
    metadata: {
      agent_class: "CodeActAgent",
      llm_config: {
        model: modelName,
        api_key: "**********",
        base_url: null,
        temperature: 0,
        top_p: 1,
        max_message_chars: 30000,
        native_tool_calling: true,
        seed: null,
      },
      agent_config: null,
      max_iterations: turnBudget,
      eval_output_dir: `runs/${condition}/${run}`,
      start_time: clock.start.toISOString().slice(0, 19).replace("T", " "),
      git_commit: "unavailable",
      dataset: "quickstart",
      data_split: "test",
      details: {},
      condenser_config: { type: "noop" },
    },
    history: openHandsEvents(recorded, shownPath(task), usage),
    metrics: {
      accumulated_cost: total.costUsd,
      accumulated_token_usage: tokenUsage(total.promptTokens, total.completionTokens, ""),
      costs: usage.map(({ costUsd }, index) => ({
        model: modelName,
        cost: costUsd,
        timestamp: clock.turnStart(index).getTime() / 1000,
      })),
      response_latencies: [],
      token_usages: [],
    },
    error: rollout.ending === "limit" ? limit : null,
    instance: {
      repo: task.row.repo,
      instance_id: task.row.instance_id,
      problem_statement: task.row.problem_statement,
      FAIL_TO_PASS: JSON.stringify(task.row.FAIL_TO_PASS),
      PASS_TO_PASS: JSON.stringify(task.row.PASS_TO_PASS),
      base_commit: task.row.base_commit,
      version: task.row.version,
    },
  };
}

function tokenUsage(prompt: number, completion: number, responseId: string): object {
  return {
    model: modelName,
    prompt_tokens: prompt,
    completion_tokens: completion,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    response_id: responseId,
  };
}
