import { defineFormat } from "../../format.ts";
import { readTaskRow } from "../../tasks/read-task-row.ts";
import type { DraftStep } from "../draft-step.ts";
import { compact, countOrNull, nameOrNull, objectAt, type UnknownObject } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { Conversation, messageStep, newMessages, readConversation } from "../run-folder/conversation.ts";
import { membersByKind, RunFile, type RunMember } from "../run-folder/members-by-kind.ts";
import { inOrderOfStages, memberKind, runFolderOf } from "./run-folder.ts";
import { autoCodeRoverSteps } from "./steps.ts";

/** Run folders of AutoCodeRover and SpecRover: all files below `<instance>_<date>_<time>` are one trajectory. */
export const autoCodeRover = defineFormat({
  name: "autocoderover",
  title: "AutoCodeRover and SpecRover run folders (<instance>_<date>_<time>/)",
  gives: {
    taskId: "yes",
    model: "sometimes",
    steps: "yes",
    reasoning: "no",
    edits: "yes",
    patch: "sometimes",
    outcome: "no",
    usage: "sometimes",
    cost: "sometimes",
    timestamps: "no",
    limits: "no",
    tokenIds: "no",
    notTried: "SpecRover's folders; AutoCodeRover's were read",
  },
  scope: "group",
  raw: RunFile,
  matches: (record, { path }) => runFolderOf(path) !== null && memberKind(record, path) !== null,
  groupOf: (_, { path }) => runFolderOf(path)?.folder ?? null,
  couldHold: (_, path) => runFolderOf(path) !== null,
  toReading(records, { path, paths }) {
    const members = membersByKind(records, paths, memberKind);
    const meta = objectAt(members.get("meta")?.[0]?.record);
    const taskId = nameOrNull(meta.task_id) ?? runFolderOf(path)?.taskId ?? null;
    const statuses = objectAt(members.get("status")?.[0]?.record).extract_status;
    const cost = objectAt(members.get("cost")?.[0]?.record);
    const patches = members.get("patch") ?? [];
    const selected = objectAt(members.get("selected")?.[0]?.record);
    const statusList: readonly unknown[] = Array.isArray(statuses) ? statuses : [];
    const layers = (members.get("calls") ?? []).flatMap(({ record }) => record as readonly unknown[]);
    const conversations = inOrderOfStages(members.get("conversation") ?? []).map(readConversation);
    const facts = { layers, statuses: statusList };
    const steps = autoCodeRoverSteps(newMessages(conversations).flat(), facts);
    const proxies = (members.get("proxy") ?? []).flatMap(({ record }) => proxySteps(record));
    const trajectory = newTrajectory({
      taskId,
      agent: { name: "autocoderover" },
      model: nameOrNull(cost.model),
      exitStatus: nameOrNull(statusList.at(-1)),
      finalPatch: submittedOf(patches, selected) ?? null,
      usage: usageOf(cost),
      steps: [...steps, ...proxies],
      extra: compact({
        setup: meta.setup_info,
        commit: cost.commit,
        started: countOrNull(cost.start_epoch),
        selection: Object.keys(selected).length === 0 ? null : selected,
        candidates: patches.length < 2 ? null : recordsByName(patches),
        reviews: recordsByName(members.get("review")),
        executions: recordsByName(members.get("execution")),
        validations: recordsByName(members.get("validation")),
      }) as Record<string, unknown>,
    });
    return { trajectory, outcome: null, task: readTaskRow(meta.task_info) };
  },
});

/** The patch that SpecRover selected; else the last one, as AutoCodeRover hands it in. Undefined when there is none. */
function submittedOf(patches: readonly RunMember[], selected: UnknownObject): string | undefined {
  const name = nameOrNull(selected.selected_patch);
  const named = name === null ? undefined : patches.find(({ path }) => path.endsWith(`/${name}`));
  return (named ?? patches.at(-1))?.record as string | undefined;
}

/** What is in files of a kind, by their names below the run's folder; null when there are none. */
function recordsByName(members: readonly RunMember[] = []): Readonly<Record<string, unknown>> | null {
  if (members.length === 0) return null;
  const below = (path: string) => path.slice((runFolderOf(path)?.folder.length ?? -1) + 1);
  return Object.fromEntries(members.map(({ path, record }) => [below(path), record]));
}

function usageOf(cost: UnknownObject) {
  return {
    promptTokens: countOrNull(cost.total_input_tokens),
    completionTokens: countOrNull(cost.total_output_tokens),
    costUsd: countOrNull(cost.total_cost),
    seconds: countOrNull(cost.elapsed_seconds),
  };
}

/** The second model, which turns each answer's words into calls: not a part of the agent's own conversation. */
function proxySteps(record: unknown): DraftStep[] {
  const rounds = Array.isArray(record) ? record : [];
  return rounds.flatMap((messages: unknown) => {
    const parsed = Conversation.safeParse(messages);
    return parsed.success
      ? parsed.data.map((message): DraftStep => ({ ...messageStep(message), marks: ["subagent"] }))
      : [];
  });
}
