import type { Edit, Step, Trajectory } from "@memop/trajectory";

/** A step with everything unknown or empty except what is given. */
export function makeStep(index: number, fields: Partial<Step> = {}): Step {
  return {
    index,
    source: "agent",
    turn: null,
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
    ...fields,
  };
}

/** An agent's turn that runs one shell command. */
export function makeTurn(
  index: number,
  turn: number,
  command: string,
  output: string,
  fields: Partial<Step> = {},
): Step {
  return makeStep(index, {
    turn,
    text: `Turn ${turn} thought.`,
    toolCalls: [{ id: "call-1", name: "bash", arguments: { command } }],
    observations: [{ callId: "call-1", content: output, isError: null, exitCode: null }],
    ...fields,
  });
}

/** An edit of one line by an edit tool. */
export function makeEdit(path: string): Edit {
  return {
    path,
    kind: "modify",
    oldPath: null,
    oldText: "a",
    newText: "b",
    succeeded: true,
    via: "tool",
    functions: [],
  };
}

/** A healthy run of a small agent with the given steps. */
export function makeTrajectory(steps: readonly Step[], fields: Partial<Trajectory> = {}): Trajectory {
  return {
    schemaVersion: "memop-trajectory-1",
    taskId: null,
    agent: { name: "mini-agent", version: null },
    model: "model-a",
    limits: { turns: null, costUsd: null, seconds: null },
    seed: null,
    exitStatus: "submitted",
    health: "healthy",
    finalPatch: "diff --git a/src/a.py b/src/a.py\n--- a/src/a.py\n+++ b/src/a.py\n@@ -1 +1 @@\n-a\n+b\n",
    usage: { promptTokens: null, completionTokens: null, cachedTokens: null, costUsd: null, seconds: null },
    tools: null,
    steps: [...steps],
    extra: {},
    ...fields,
  };
}
