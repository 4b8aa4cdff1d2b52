import { defineFormat, type Reading } from "../../format.ts";
import { readTaskRow } from "../../tasks/read-task-row.ts";
import { embeddedOutcome } from "../evaluation-outcome.ts";
import { exitHealth } from "../exit-health.ts";
import {
  compact,
  isObject,
  limitOrNull,
  nameOrNull,
  objectAt,
  textOrNull,
  type UnknownObject,
  unusedEntries,
} from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { eventSteps } from "./event-steps.ts";
import { type V1Event, V1Record, type V1Row } from "./raw.ts";
import { conversationOf, isBaseState, isEvent, isEventList } from "./record-kind.ts";
import { lastState, metricsOf, totalsOf } from "./run-facts.ts";

/** OpenHands V1 (the Software Agent SDK): conversation folders, event lists and logs, rows of its benchmarks. */
export const openHandsV1 = defineFormat({
  name: "openhands-v1",
  title: "OpenHands V1 conversations (base_state.json and events/), event logs and evaluation rows",
  scope: "group",
  gives: {
    taskId: "sometimes",
    model: "sometimes",
    steps: "yes",
    reasoning: "sometimes",
    edits: "yes",
    patch: "sometimes",
    outcome: "sometimes",
    usage: "sometimes",
    cost: "sometimes",
    timestamps: "yes",
    limits: "sometimes",
    tokenIds: "sometimes",
  },
  raw: V1Record,
  matches: (record) => isEvent(record) || isEventList(record) || isBaseState(record),
  groupOf: (record, { path }) => (isEventList(record) ? null : conversationOf(path, isBaseState(record))),
  couldHold: (head, path) => head.includes('"kind"') || head.includes('"execution_status"') || /event-\d+/.test(path),
  toReading(records) {
    const events: V1Event[] = [];
    let state: UnknownObject = {};
    let row: UnknownObject = {};
    for (const record of records) {
      if (Array.isArray(record)) events.push(...record);
      else if (isEvent(record)) events.push(record as unknown as V1Event);
      else if (isBaseState(record)) state = record;
      else {
        const { history, events: list, items, ...rest } = record as V1Row;
        events.push(...(history ?? list ?? items ?? []));
        row = rest;
      }
    }
    return readingOf(events, state, row) ?? [];
  },
});

function readingOf(events: readonly V1Event[], state: UnknownObject, row: UnknownObject): Reading | null {
  const folder = nameOrNull(objectAt(state, "workspace").working_dir);
  const { steps, error } = eventSteps(events, folder);
  if (steps.length === 0) return null;
  const metadata = objectAt(row, "metadata");
  const stats = lastState(events, "stats");
  const metrics = metricsOf(isObject(stats) ? stats : objectAt(state, "stats"));
  const total = Object.keys(objectAt(row, "metrics")).length === 0 ? null : totalsOf(objectAt(row, "metrics"));
  const failure = nameOrNull(row.error) ?? error;
  const status = nameOrNull(lastState(events, "execution_status")) ?? nameOrNull(state.execution_status);
  const testResult = objectAt(row, "test_result");
  const instance = objectAt(row, "instance");
  const taskId = nameOrNull(row.instance_id);
  const tools = events.find((event) => event.kind === "SystemPromptEvent")?.tools;
  const trajectory = newTrajectory({
    taskId,
    agent: { name: "openhands", version: nameOrNull(metadata.sdk_version) ?? nameOrNull(state.sdk_version) },
    model:
      nameOrNull(objectAt(metadata, "llm").model) ??
      nameOrNull(objectAt(state, "agent", "llm").model) ??
      metrics?.model ??
      null,
    limits: { turns: limitOrNull(metadata.max_iterations) ?? limitOrNull(state.max_iterations) },
    exitStatus: failure ?? status,
    health: failure !== null && !/iteration|budget/i.test(failure) ? healthOf(failure) : "healthy",
    finalPatch: textOrNull(testResult.git_patch),
    usage: total ?? metrics?.usage ?? {},
    steps,
    extra: {
      ...compact({ conversationId: nameOrNull(state.id), toolDefinitions: tools }),
      ...unusedEntries(row, usedKeys),
      ...(Object.keys(testResult).length === 0
        ? {}
        : { test_result: unusedEntries(testResult, new Set(["git_patch"])) }),
    },
  });
  const report = { ...objectAt(row, "report"), ...objectAt(testResult, "report") };
  return { trajectory, outcome: embeddedOutcome(taskId, row.resolved, report), task: readTaskRow(instance) };
}

function healthOf(failure: string) {
  const health = exitHealth(failure);
  return health === "healthy" ? "error" : health;
}

const usedKeys: ReadonlySet<string> = new Set([
  "instance_id",
  "test_result",
  "error",
  "instance",
  "resolved",
  "metrics",
]);
