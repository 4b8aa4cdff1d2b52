import type { Trajectory } from "../trajectory.ts";
import { type DraftStep, numberedSteps } from "./draft-step.ts";

/** What a reader knows about a run; everything left out is unknown. */
export interface TrajectoryParts
  extends Partial<Omit<Trajectory, "schemaVersion" | "agent" | "steps" | "limits" | "usage">> {
  readonly agent: { readonly name: string; readonly version?: string | null };
  readonly steps: readonly DraftStep[];
  readonly limits?: Partial<Trajectory["limits"]>;
  readonly usage?: Partial<Trajectory["usage"]>;
}

/** A trajectory from the parts that a source names: steps numbered, unknown facts null. */
export function newTrajectory(parts: TrajectoryParts): Trajectory {
  const { limits, usage } = parts;
  return {
    schemaVersion: "memop-trajectory-1",
    taskId: parts.taskId ?? null,
    agent: { name: parts.agent.name, version: parts.agent.version ?? null },
    model: parts.model ?? null,
    limits: { turns: limits?.turns ?? null, costUsd: limits?.costUsd ?? null, seconds: limits?.seconds ?? null },
    seed: parts.seed ?? null,
    exitStatus: parts.exitStatus ?? null,
    health: parts.health ?? "healthy",
    finalPatch: parts.finalPatch ?? null,
    usage: {
      promptTokens: usage?.promptTokens ?? null,
      completionTokens: usage?.completionTokens ?? null,
      cachedTokens: usage?.cachedTokens ?? null,
      costUsd: usage?.costUsd ?? null,
      seconds: usage?.seconds ?? null,
    },
    tools: parts.tools ?? null,
    steps: numberedSteps(parts.steps),
    extra: parts.extra ?? {},
  };
}
