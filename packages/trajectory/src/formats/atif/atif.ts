import { defineFormat } from "../../format.ts";
import { isObject } from "../json-access.ts";
import { checkSteps } from "./check-steps.ts";
import { AtifDocument } from "./raw.ts";
import { readDocument } from "./read-document.ts";

/** Harbor's Agent Trajectory Interchange Format, versions 1.0 to 1.8. */
export const atif = defineFormat({
  name: "atif",
  title: "ATIF documents of Harbor and others (v1.0 to v1.8)",
  gives: {
    taskId: "sometimes",
    model: "sometimes",
    steps: "sometimes",
    reasoning: "sometimes",
    edits: "sometimes",
    patch: "sometimes",
    outcome: "sometimes",
    usage: "sometimes",
    cost: "sometimes",
    timestamps: "sometimes",
    limits: "sometimes",
    tokenIds: "sometimes",
  },
  raw: AtifDocument,
  matches: (record) =>
    isObject(record) &&
    typeof record.schema_version === "string" &&
    record.schema_version.startsWith("ATIF-v") &&
    Array.isArray(record.steps),
  toReading([document], { path }) {
    const trajectory = readDocument(document, path);
    checkSteps(trajectory);
    const { outcome = null, task = null } = document.extra?.memop ?? {};
    return { trajectory, outcome: outcome?.taskId === trajectory.taskId ? outcome : null, task };
  },
});
