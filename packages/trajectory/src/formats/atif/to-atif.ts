import { isDeepStrictEqual } from "node:util";
import type { Reading } from "../../format.ts";
import type { Step } from "../../step.ts";
import type { Trajectory } from "../../trajectory.ts";
import { compact, isObject, objectAt, type UnknownObject, unusedEntries } from "../json-access.ts";
import { rootFields } from "../writing/root-fields.ts";
import { AtifDocument } from "./raw.ts";
import { readDocument } from "./read-document.ts";
import { writeStep } from "./write-step.ts";

/** An ATIF document, and what of the trajectory its standard fields could not say. */
export interface AtifResult {
  readonly document: UnknownObject;
  /** One entry for each field that only `extra.memop` keeps, with the number of steps: `finalPatch`, `steps.edits (3)`. */
  readonly losses: readonly string[];
}

/** Writes a trajectory with what its record told beside it, which ATIF has no field for. */
export function readingToAtif({ trajectory, outcome, task }: Reading): AtifResult {
  const { document, losses } = toAtif(trajectory);
  const beside = compact({ outcome, task });
  const memop = { ...objectAt(document.extra, "memop"), ...beside };
  return { document: withMemop(document, memop), losses: [...losses, ...Object.keys(beside)] };
}

/**
 * Writes a trajectory as ATIF v1.7. Its own reader gives back an equal trajectory.
 *
 * Every standard field that can say something says it. What is left is found by reading the document and comparing: only
 * fields that would come back different are kept, in `extra.memop` of the root or of their step.
 */
export function toAtif(trajectory: Trajectory): AtifResult {
  const standard = standardDocument(trajectory);
  const seen = readDocument(AtifDocument.parse(standard), "");
  const root = differences(trajectory, seen, rootFields);
  const steps = trajectory.steps.map((step, at) => differences(step, seen.steps[at] as Step, stepFields));
  const document = {
    ...standard,
    steps: (standard.steps as readonly UnknownObject[]).map((step, at) => withMemop(step, steps[at] ?? {})),
  };
  const hasNoSteps = trajectory.steps.length === 0 ? { hasNoSteps: true } : {};
  return { document: withMemop(document, { ...root, ...hasNoSteps }), losses: lossesOf(root, steps) };
}

const stepFields = [
  "turn",
  "text",
  "reasoning",
  "toolCalls",
  "observations",
  "edits",
  "marks",
  "timestamp",
  "model",
  "usage",
  "seconds",
  "workingDirectory",
  "extra",
] as const;

function standardDocument(trajectory: Trajectory): UnknownObject {
  const { agent, usage, tools, extra } = trajectory;
  const own = objectAt(extra, "atif");
  const steps =
    trajectory.steps.length === 0 ? [{ step_id: 1, source: "system", message: "" }] : trajectory.steps.map(writeStep);
  return compact({
    schema_version: "ATIF-v1.7",
    ...textsOf(own, ["session_id", "trajectory_id", "notes", "continued_trajectory_ref"]),
    agent: compact({
      name: agent.name,
      version: agent.version ?? "unknown",
      model_name: trajectory.model,
      tool_definitions: tools?.every(isObject) === true ? tools : null,
      extra: isObject(objectAt(own, "agent").extra) ? objectAt(own, "agent").extra : null,
    }),
    steps,
    final_metrics: compact({
      total_prompt_tokens: wholeOrNull(usage.promptTokens),
      total_completion_tokens: wholeOrNull(usage.completionTokens),
      total_cached_tokens: wholeOrNull(usage.cachedTokens),
      total_cost_usd: usage.costUsd,
      total_steps: steps.length,
      extra: isObject(objectAt(own, "final_metrics").extra) ? objectAt(own, "final_metrics").extra : null,
    }),
    extra: nonEmpty(unusedEntries(extra, new Set(["memop", "atif", "subagentTrajectories"]))),
    subagent_trajectories:
      Array.isArray(own.subagent_trajectories) && own.subagent_trajectories.every(isEmbeddable)
        ? own.subagent_trajectories
        : null,
  });
}

function differences<Value extends object>(
  wanted: Value,
  seen: Value,
  fields: readonly (keyof Value & string)[],
): UnknownObject {
  const different = fields.filter((field) => !isDeepStrictEqual(wanted[field], seen[field]));
  return Object.fromEntries(different.map((field) => [field, wanted[field]]));
}

function withMemop(holder: UnknownObject, memop: UnknownObject): UnknownObject {
  if (Object.keys(memop).length === 0) return holder;
  return { ...holder, extra: { ...objectAt(holder.extra), memop } };
}

function lossesOf(root: UnknownObject, steps: readonly UnknownObject[]): string[] {
  const counts = new Map<string, number>();
  for (const step of steps) for (const field of Object.keys(step)) counts.set(field, (counts.get(field) ?? 0) + 1);
  return [...Object.keys(root), ...[...counts].map(([field, count]) => `steps.${field} (${count})`)];
}

function textsOf(own: UnknownObject, keys: readonly string[]): UnknownObject {
  return Object.fromEntries(keys.filter((key) => typeof own[key] === "string").map((key) => [key, own[key]]));
}

function isEmbeddable(trajectory: unknown): boolean {
  return (
    isObject(trajectory) &&
    typeof trajectory.trajectory_id === "string" &&
    typeof trajectory.schema_version === "string"
  );
}

function wholeOrNull(count: number | null): number | null {
  return Number.isSafeInteger(count) ? count : null;
}

function nonEmpty(value: UnknownObject): UnknownObject | null {
  return Object.keys(value).length === 0 ? null : value;
}
