import { turnBudget } from "../agent/rollout.ts";
import type { Turn } from "../agent/turn.ts";
import { seededHex } from "../seeded.ts";
import { openHandsAction, openHandsObservation } from "./openhands-turn.ts";
import { memoryPrompt, modelName, type RecordedRun } from "./recorded-run.ts";
import { toFunctionCall } from "./tool-call.ts";
import { type TurnUsage, totalUsage } from "./usage.ts";

/** The system message of an OpenHands row. */
export const openHandsSystem =
  "You are OpenHands agent, a helpful AI assistant that can interact with a computer to solve tasks.";

/** The first user message of an OpenHands row: repository, issue, memory, task. */
export function openHandsPrompt({ task, memory }: RecordedRun): string {
  const folder = `${task.row.repo.replace("/", "__")}__${task.row.version}`;
  return `<uploaded_files>\n/workspace/${folder}\n</uploaded_files>
I've uploaded a JavaScript code repository in the directory ${folder}. Consider the following issue description:

<issue_description>
${task.row.problem_statement}</issue_description>${memoryPrompt(memory)}

Make the changes that resolve the issue. You have ${turnBudget} iterations.`;
}

/** The flat event list: system, message and recall first, then an action and an observation for each turn. */
export function openHandsEvents(recorded: RecordedRun, root: string, usage: readonly TurnUsage[]): object[] {
  const { rollout, clock } = recorded;
  const opening = openingEvents(recorded);
  const events = rollout.turns.flatMap((turn, index) => {
    const id = opening.length + 2 * index;
    const metadata = { tool_call_metadata: toolCallMetadata(recorded, root, turn, index, usage[index] as TurnUsage) };
    const metrics = { llm_metrics: metricsUpTo(usage.slice(0, index + 1)) };
    const action = openHandsAction(turn, root);
    const head = { id, timestamp: eventTime(clock.turnStart(index)), source: "agent" };
    const acted = {
      ...head,
      message: action.message,
      action: action.action,
      ...metadata,
      ...metrics,
      args: action.args,
    };
    const observation = openHandsObservation(turn, root);
    if (observation === null) return [acted];
    const seen = { id: id + 1, timestamp: eventTime(clock.turnEnd(index)), source: "agent", cause: id };
    return [acted, { ...seen, ...metadata, ...observation }];
  });
  return [...opening, ...events];
}

function openingEvents(recorded: RecordedRun): object[] {
  const prompt = openHandsPrompt(recorded);
  const timestamp = eventTime(recorded.clock.start);
  const recall = { recall_type: "workspace_context" };
  return [
    {
      id: 0,
      timestamp,
      source: "agent",
      message: openHandsSystem,
      action: "system",
      args: {
        content: openHandsSystem,
        tools: toolDefinitions,
        openhands_version: "0.35.0",
        agent_class: "CodeActAgent",
      },
    },
    {
      id: 1,
      timestamp,
      source: "user",
      message: prompt,
      action: "message",
      args: { content: prompt, image_urls: null, wait_for_response: false },
    },
    {
      id: 2,
      timestamp,
      source: "user",
      message: `Retrieving content for: ${prompt.slice(0, 50)}`,
      action: "recall",
      args: { ...recall, query: prompt.slice(0, 50), thought: "" },
    },
    {
      id: 3,
      timestamp,
      source: "environment",
      message: "Added workspace context",
      cause: 2,
      observation: "recall",
      content: "Added workspace context",
      extras: { ...recall, repo_name: "", repo_directory: "", repo_instructions: "", microagent_knowledge: [] },
    },
  ];
}

function toolCallMetadata(recorded: RecordedRun, root: string, turn: Turn, index: number, usage: TurnUsage): object {
  const finish = { name: "finish", arguments: { message: turn.thought, task_completed: "true" } };
  const call = toFunctionCall(turn.call, root, "execute_bash", finish);
  const callId = `call_${seededHex(24, recorded.id, index)}`;
  const toolCall = { index: 1, function: { arguments: JSON.stringify(call.arguments), name: call.name }, id: callId };
  return {
    function_name: call.name,
    tool_call_id: callId,
    model_response: {
      id: `gen-${seededHex(16, recorded.id, index, "response")}`,
      created: Math.floor(recorded.clock.turnStart(index).getTime() / 1000),
      model: modelName,
      object: "chat.completion",
      choices: [
        {
          finish_reason: "tool_calls",
          index: 0,
          message: { content: turn.thought, role: "assistant", tool_calls: [{ ...toolCall, type: "function" }] },
        },
      ],
      usage: {
        completion_tokens: usage.completionTokens,
        prompt_tokens: usage.promptTokens,
        total_tokens: usage.completionTokens + usage.promptTokens,
      },
    },
    total_calls_in_response: 1,
  };
}

function metricsUpTo(usage: readonly TurnUsage[]): object {
  const total = totalUsage(usage);
  const tokens = { prompt_tokens: total.promptTokens, completion_tokens: total.completionTokens };
  return {
    accumulated_cost: total.costUsd,
    accumulated_token_usage: { model: modelName, ...tokens, cache_read_tokens: 0, cache_write_tokens: 0 },
  };
}

/** OpenHands writes local time without a zone. */
function eventTime(time: Date): string {
  return time.toISOString().replace("Z", "000");
}

const toolDefinitions = [
  toolDefinition("execute_bash", "Execute a bash command in the terminal.", ["command"]),
  toolDefinition("str_replace_editor", "View and edit files in plain-text format.", ["command", "path"]),
  toolDefinition("finish", "Signals the completion of the current task.", ["message", "task_completed"]),
];

function toolDefinition(name: string, description: string, required: readonly string[]): object {
  const properties = Object.fromEntries(required.map((parameter) => [parameter, { type: "string" }]));
  return { type: "function", function: { name, description, parameters: { type: "object", properties, required } } };
}
