import type { Trajectory } from "../../trajectory.ts";
import { countOrNull, objectAt, unusedEntries } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { sourceNames } from "../source-name.ts";
import type { AtifDocument } from "./raw.ts";
import { readStep } from "./read-step.ts";

/**
 * The trajectory of a document: its standard fields, then `extra.memop` laid over them. `path` names the task where the
 * document is in a job folder of Harbor.
 */
export function readDocument(document: AtifDocument, path: string): Trajectory {
  const { memop: root, hasNoSteps } = splitRoot(document);
  const steps = hasNoSteps ? [] : document.steps;
  const isSubagent = /-summarization-(?:summary|questions|answers)$/.test(document.agent.name);
  const totals = document.final_metrics ?? {};
  const standard = newTrajectory({
    taskId: taskOfJobFolder(path),
    agent: { name: document.agent.name, version: knownVersion(document.agent.version) },
    model: document.agent.model_name ?? null,
    usage: {
      promptTokens: countOrNull(totals.total_prompt_tokens),
      completionTokens: countOrNull(totals.total_completion_tokens),
      cachedTokens: countOrNull(totals.total_cached_tokens),
      costUsd: countOrNull(totals.total_cost_usd),
    },
    tools: document.agent.tool_definitions ?? null,
    steps: steps.map((step) => readStep(step, isSubagent)),
    extra: { ...unusedEntries(objectAt(document.extra), new Set(["memop"])), ...leftovers(document) },
  });
  return {
    ...standard,
    ...root,
    steps: standard.steps.map((step, at) => ({ ...step, ...steps[at]?.extra?.memop })),
  } as Trajectory;
}

function splitRoot(document: AtifDocument) {
  const { hasNoSteps = false, outcome: _, task: __, ...memop } = document.extra?.memop ?? {};
  return { memop, hasNoSteps };
}

/** `jobs/<job>/<task>__<random>/agent/trajectory.json`: the folder above `agent`, without its random end. */
function taskOfJobFolder(path: string): string | null {
  const names = sourceNames(path);
  const folder = names.at(-2) === "agent" ? names.at(-3) : undefined;
  return folder === undefined ? null : folder.replace(/__[A-Za-z0-9]{5,8}$/, "");
}

/** ATIF demands a version; writers that know none say so in words. */
function knownVersion(version: string | null | undefined): string | null {
  return version === undefined || version === "unknown" ? null : version;
}

/** What the standard fields hold beyond a trajectory's schema, under `atif` and by the names of ATIF. */
function leftovers(document: AtifDocument): Record<string, unknown> {
  const agent = unusedEntries(document.agent, new Set(["name", "version", "model_name", "tool_definitions"]));
  const totals = unusedEntries(document.final_metrics ?? {}, totalKeys);
  const atif = {
    ...unusedEntries(document, new Set(["schema_version", "agent", "steps", "final_metrics", "extra"])),
    ...(Object.keys(agent).length === 0 ? {} : { agent }),
    ...(Object.keys(totals).length === 0 ? {} : { final_metrics: totals }),
  };
  const subagents = document.subagent_trajectories?.length ?? 0;
  return {
    ...(Object.keys(atif).length === 0 ? {} : { atif }),
    ...(subagents === 0 ? {} : { subagentTrajectories: subagents }),
  };
}

const totalKeys = new Set([
  "total_prompt_tokens",
  "total_completion_tokens",
  "total_cached_tokens",
  "total_cost_usd",
  "total_steps",
]);
