import type { DraftStep } from "../formats/draft-step.ts";
import { newTrajectory, type TrajectoryParts } from "../formats/new-trajectory.ts";
import type { Trajectory } from "../trajectory.ts";

/**
 * A trajectory for tests: a system prompt, the issue, one look and one edit; with whatever is given laid over it.
 *
 * Steps are given without numbers: they are numbered in order.
 */
export function aTrajectory(parts: Partial<TrajectoryParts> = {}): Trajectory {
  return newTrajectory({
    taskId: "org__repo-1",
    agent: { name: "test-agent", version: "1.0" },
    model: "test-model",
    limits: { turns: 20 },
    exitStatus: "submitted",
    finalPatch: "diff --git a/src/a.py b/src/a.py\n--- a/src/a.py\n+++ b/src/a.py\n@@ -1 +1 @@\n-old\n+new\n",
    steps: defaultSteps,
    ...parts,
  });
}

const defaultSteps: readonly DraftStep[] = [
  { source: "system", text: "You solve issues." },
  { source: "user", text: "The value is wrong." },
  {
    source: "agent",
    text: "Let me look.",
    toolCalls: [{ id: "call-1", name: "bash", arguments: { command: "cat src/a.py" } }],
    observations: [{ callId: "call-1", content: "old\n", isError: false, exitCode: 0 }],
  },
  {
    source: "agent",
    text: "I fix it.",
    toolCalls: [
      {
        id: "call-1",
        name: "str_replace_editor",
        arguments: { command: "str_replace", path: "/testbed/src/a.py", old_str: "old", new_str: "new" },
      },
    ],
    observations: [
      { callId: "call-1", content: "The file /testbed/src/a.py has been edited.", isError: null, exitCode: null },
    ],
    edits: [
      {
        path: "src/a.py",
        kind: "modify",
        oldPath: null,
        oldText: "old",
        newText: "new",
        succeeded: true,
        via: "tool",
        functions: [],
      },
    ],
  },
];
