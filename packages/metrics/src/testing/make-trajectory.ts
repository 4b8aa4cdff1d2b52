import type { Step, Trajectory } from "@memop/trajectory";

/** A small healthy trajectory for tests: one agent step per turn, no edits unless `steps` carry them. */
export function makeTrajectory(turns: number, fields: Partial<Trajectory> = {}): Trajectory {
  return {
    schemaVersion: "memop-trajectory-1",
    taskId: "owner__name-1",
    agent: { name: "agent", version: null },
    model: "model",
    limits: { turns: null, costUsd: null, seconds: null },
    seed: null,
    exitStatus: null,
    health: "healthy",
    finalPatch: null,
    usage: { promptTokens: null, completionTokens: null, cachedTokens: null, costUsd: null, seconds: null },
    tools: null,
    steps: Array.from({ length: turns }, (_, index) => makeStep(index)),
    extra: {},
    ...fields,
  };
}

function makeStep(index: number): Step {
  return {
    index,
    source: "agent",
    turn: index + 1,
    text: "",
    reasoning: null,
    toolCalls: [],
    observations: [],
    edits: [],
    marks: [],
    timestamp: null,
    model: null,
    usage: null,
    seconds: null,
    workingDirectory: null,
    extra: {},
  };
}
