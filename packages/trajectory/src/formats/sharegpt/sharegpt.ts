import { defineFormat } from "../../format.ts";
import { chatSteps } from "../chat/chat-steps.ts";
import { textProtocol } from "../chat/text-protocol.ts";
import { agentName } from "../chat-rows/agent-name.ts";
import { rowFacts } from "../chat-rows/row-facts.ts";
import { rowNotes } from "../chat-rows/row-notes.ts";
import type { DraftStep } from "../draft-step.ts";
import { embeddedOutcome } from "../evaluation-outcome.ts";
import { exitHealth } from "../exit-health.ts";
import { isObject, objectAt, unusedEntries } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { ShareGptRow, type ShareGptTurn } from "./raw.ts";
import { shareGptMessages } from "./sharegpt-messages.ts";

/** Rows with `conversations`: ShareGPT, LLaMA-Factory with tool turns, ADP's training rows, Harbor's exported traces. */
export const shareGpt = defineFormat({
  name: "sharegpt",
  title: "ShareGPT and LLaMA-Factory rows (conversations, tools as JSON text)",
  gives: {
    taskId: "sometimes",
    model: "sometimes",
    steps: "yes",
    reasoning: "sometimes",
    edits: "sometimes",
    patch: "sometimes",
    outcome: "sometimes",
    usage: "no",
    cost: "no",
    timestamps: "no",
    limits: "no",
    tokenIds: "no",
  },
  raw: ShareGptRow,
  matches: (record) =>
    isObject(record) &&
    !("messages" in record) &&
    Array.isArray(record.conversations) &&
    isTurn(record.conversations[0]),
  toReading([row]) {
    const { conversations, system, ...columns } = row;
    const facts = rowFacts({ messages: [], ...columns });
    const messages = shareGptMessages(conversations, system ?? null);
    const steps = withResponses(chatSteps(messages, textProtocol(messages)), conversations);
    const outcome = embeddedOutcome(facts.taskId, row.resolved, objectAt(row.test_result, "report"));
    const trajectory = newTrajectory({
      taskId: facts.taskId,
      agent: { name: agentName(row) },
      model: facts.model,
      exitStatus: facts.exitStatus,
      health: exitHealth(facts.exitStatus),
      finalPatch: facts.finalPatch,
      tools: facts.tools,
      steps,
      extra: { ...unusedEntries(facts.others, new Set(["messages"])), ...rowNotes(facts.finalPatch, steps, outcome) },
    });
    return { trajectory, outcome, task: null };
  },
});

function isTurn(first: unknown): boolean {
  if (!isObject(first)) return false;
  return typeof first.from === "string" ? "value" in first : typeof first.role === "string" && "content" in first;
}

/** Notes the whole text of call turns, as far as their calls were written into it. Each agent's turn is one step. */
function withResponses(steps: readonly DraftStep[], turns: readonly ShareGptTurn[]): DraftStep[] {
  const said = turns.filter((turn) =>
    ["gpt", "chatgpt", "bing", "bard", "function_call", "assistant"].includes(turn.from ?? turn.role ?? ""),
  );
  let next = 0;
  return steps.map((step) => {
    if (step.source !== "agent") return step;
    const turn = said[next];
    next += 1;
    const isWritten =
      turn?.from === "function_call" && (step.toolCalls?.length ?? 0) > 0 && !turn.value?.trim().startsWith("{");
    return isWritten ? { ...step, extra: { ...step.extra, response: turn.value } } : step;
  });
}
