import { isDeepStrictEqual } from "node:util";
import { sha256Hex } from "@memop/core";
import type { Reading } from "../../format.ts";
import type { Trajectory } from "../../trajectory.ts";
import { textOrNull } from "../json-access.ts";
import type { WrittenTrajectory } from "../trajectory-writer.ts";
import { lossesBetween } from "../writing/losses-between.ts";
import { rootFields } from "../writing/root-fields.ts";
import { adp } from "./adp.ts";
import { adpItems, isWritten } from "./write-items.ts";

/**
 * Writes a trajectory in the standardized form of the Agent Data Protocol, schema version 1.2.0.
 *
 * Every value of `details` is a text, as readers of earlier versions demand. Steps that must not be trained on are left out,
 * since ADP cannot mark them. Losses are found by reading the document back.
 */
export function readingToAdp(reading: Reading, source: string): WrittenTrajectory {
  const { trajectory, outcome, task } = reading;
  const steps = trajectory.steps.filter(isWritten);
  const document = { schema_version: "1.2.0", id: idOf(trajectory, source), content: adpItems(steps) };
  const details = detailsOf(reading);
  const seen = adp.read([{ ...document, details }], { path: "" });
  // Facts that reading back would lose.
  const kept: Record<string, unknown> = {};
  for (const field of rootFields) {
    if (!isDeepStrictEqual(trajectory[field], seen.trajectory[field])) kept[field] = trajectory[field];
  }
  if (outcome !== null && !isDeepStrictEqual(outcome, seen.outcome)) kept.outcome = outcome;
  if (task !== null) kept.task = task;
  const memop = Object.keys(kept).length === 0 ? {} : { memop: JSON.stringify(kept) };
  const written = { ...document, details: { ...details, ...memop } };
  const keptAside = Object.keys(kept);
  const lost = lossesBetween(reading, adp.read([written], { path: "" }), steps);
  return { document: written, losses: [...keptAside, ...lost], keptAside };
}

/** The id that the source gives its trajectory, else the task's with the source's hash: a task may have many rollouts. */
function idOf({ taskId, extra }: Trajectory, source: string): string {
  const own = textOrNull(extra.traj_id) ?? textOrNull(extra.id);
  return own ?? `${taskId ?? "trajectory"}${source === "" ? "" : `.${sha256Hex(source).slice(0, 8)}`}`;
}

function detailsOf({ trajectory, outcome }: Reading): Record<string, string> {
  const { taskId, model, exitStatus, finalPatch, tools } = trajectory;
  const facts: Readonly<Record<string, string | null>> = {
    instance_id: taskId,
    model,
    exit_status: exitStatus,
    model_patch: finalPatch,
    resolved: typeof outcome?.resolved === "boolean" ? (outcome.resolved ? "True" : "False") : null,
    tools: tools === null ? null : JSON.stringify(tools),
  };
  return Object.fromEntries(Object.entries(facts).filter((entry): entry is [string, string] => entry[1] !== null));
}
