import { defineFormat } from "../../format.ts";
import { isChat } from "../chat/chat-message.ts";
import { chatSteps } from "../chat/chat-steps.ts";
import { embeddedOutcome } from "../evaluation-outcome.ts";
import { exitHealth } from "../exit-health.ts";
import { isObject, objectAt } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { agentName } from "./agent-name.ts";
import { ChatRow } from "./raw.ts";
import { rowFacts } from "./row-facts.ts";
import { rowNotes } from "./row-notes.ts";

/** Dataset rows whose messages are an OpenAI chat: SWE-smith, SWE-Gym, SWE-rebench, mini-coder, Moatless, plain ones. */
export const chatRows = defineFormat({
  name: "chat-rows",
  title: "dataset rows with OpenAI messages (SWE-smith, SWE-Gym, SWE-rebench, mini, Moatless, plain)",
  gives: {
    taskId: "sometimes",
    model: "sometimes",
    steps: "yes",
    reasoning: "sometimes",
    edits: "yes",
    patch: "sometimes",
    outcome: "sometimes",
    usage: "no",
    cost: "no",
    timestamps: "no",
    limits: "sometimes",
    tokenIds: "no",
  },
  raw: ChatRow,
  matches: (record) =>
    isObject(record) &&
    !foreignKeys.some((key) => key in record) &&
    (isChatColumn(record.messages) || (!("messages" in record) && isChatColumn(record.trajectory))),
  toReading([row]) {
    const facts = rowFacts(row);
    const steps = chatSteps(row.messages ?? row.trajectory ?? []);
    const outcome = embeddedOutcome(facts.taskId, row.resolved, objectAt(row.test_result, "report"));
    const trajectory = newTrajectory({
      taskId: facts.taskId,
      agent: { name: agentName(row) },
      model: facts.model,
      limits: { turns: facts.turnLimit },
      exitStatus: facts.exitStatus,
      health: exitHealth(facts.exitStatus),
      finalPatch: facts.finalPatch,
      tools: facts.tools,
      steps,
      extra: { ...facts.others, ...rowNotes(facts.finalPatch, steps, outcome) },
    });
    return { trajectory, outcome, task: null };
  },
});

/** Keys of formats that also hold `messages` or `trajectory` but are no rows. */
const foreignKeys = [
  "response",
  "trajectory_format",
  "projectHash",
  "schema_version",
  "info",
  "history",
  "test_patches",
];

function isChatColumn(value: unknown): boolean {
  if (typeof value === "string") return /^\s*\[\s*\{/.test(value.slice(0, 200));
  return isChat(value) || (Array.isArray(value) && isChat(value[0]));
}
