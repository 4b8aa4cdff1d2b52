import { defineFormat } from "../../format.ts";
import { filesOfPatch } from "../../patch/files-of-patch.ts";
import { isChat } from "../chat/chat-message.ts";
import { chatSteps } from "../chat/chat-steps.ts";
import type { DraftStep } from "../draft-step.ts";
import { embeddedOutcome } from "../evaluation-outcome.ts";
import { exitHealth } from "../exit-health.ts";
import { isObject, objectAt } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { ChatRow } from "./raw.ts";
import { rowFacts } from "./row-facts.ts";

/** Dataset rows whose messages are an OpenAI chat: SWE-smith, SWE-Gym, SWE-rebench and plain `{ messages }`. */
export const chatRows = defineFormat({
  name: "chat-rows",
  title: "dataset rows with OpenAI messages (SWE-smith, SWE-Gym, SWE-rebench, plain)",
  raw: ChatRow,
  matches: (record) =>
    isObject(record) &&
    !foreignKeys.some((key) => key in record) &&
    (isChatColumn(record.messages) || (!("messages" in record) && isChatColumn(record.trajectory))),
  toReading([row]) {
    const facts = rowFacts(row);
    const steps = chatSteps(row.messages ?? row.trajectory ?? []);
    const agreement = patchAgreement(facts.finalPatch, steps);
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
      extra: { ...facts.others, ...agreement },
    });
    const outcome = embeddedOutcome(facts.taskId, row.resolved, objectAt(row.test_result, "report"));
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
  return isChat(value) || (typeof value === "string" && /^\s*\[\s*\{/.test(value.slice(0, 200)));
}

/** The harness behind the known datasets, by the columns that only they have. */
function agentName(row: ChatRow): string {
  if ("traj_id" in row) return "swe-agent";
  if ("run_id" in row && "test_result" in row) return "openhands";
  return "unknown";
}

/** Notes a patch that touches none of the files that the run edited: in some datasets it belongs to another run. */
function patchAgreement(patch: string | null, steps: readonly DraftStep[]): { patchMatchesEdits?: false } {
  if (patch === null || patch.trim() === "") return {};
  const edited = new Set(steps.flatMap((step) => step.edits?.map((edit) => edit.path) ?? []));
  if (edited.size === 0) return {};
  const touched = filesOfPatch(patch);
  return touched.length === 0 || touched.some((path) => edited.has(path)) ? {} : { patchMatchesEdits: false };
}
