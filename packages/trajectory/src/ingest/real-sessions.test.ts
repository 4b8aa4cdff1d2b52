import { requirePart, sharedData } from "@memop/core/testing";
import { expect, test } from "vitest";
import type { Trajectory } from "../trajectory.ts";
import { readStaged } from "./read-staged.ts";

/**
 * Recorded sessions by the file that they stand under: turns, edits by tools, completion tokens. Counted apart from the
 * readers: by distinct ids of messages and responses, calls of edit tools, and the last usage or counter of each.
 */
type Counts = readonly [turns: number, edits: number, completionTokens: number | null];
const expected: Readonly<Record<string, readonly Counts[]>> = {
  "claude-code/agentsview__claude__queued_system_messages.jsonl": [[0, 0, null]],
  "claude-code/agentsview__claude__tool_call_pending.jsonl": [[1, 0, 50]],
  "claude-code/agentsview__claude__truncated.jsonl": [[1, 0, 5]],
  "claude-code/agentsview__claude__valid_session.jsonl": [[2, 0, 125]],
  "claude-code/ccusage__chat.jsonl": [[3, 0, 250]],
  // The second is the session of todowrite_examples.jsonl, of which this file has a line.
  "claude-code/claude-code-log__edge_cases.jsonl": [
    [3, 1, 350],
    [6, 0, 328],
  ],
  "claude-code/claude-code-log__representative_messages.jsonl": [[5, 1, 445]],
  "claude-code/claude-code-log__session_b.jsonl": [[1, 0, 35]],
  "claude-code/simonw__sample_session.jsonl": [[3, 1, null]],
  "codex-rollout/agentsview__codex__blockquotes_session.jsonl": [[1, 0, null]],
  "codex-rollout/agentsview__codex__fc_args_1.jsonl": [[1, 0, null]],
  "codex-rollout/agentsview__codex__fc_args_2.jsonl": [[1, 0, null]],
  "codex-rollout/agentsview__codex__fc_stdin.jsonl": [[1, 0, null]],
  "codex-rollout/agentsview__codex__function_calls.jsonl": [[1, 0, null]],
  "codex-rollout/agentsview__codex__standard_session.jsonl": [[1, 0, null]],
  // Three calls, each after the answer to the one before, and a last word.
  "codex-rollout/agentsview__traex__rollout_subagent.jsonl": [[4, 0, 180]],
  // Two responses, two counters of which the last reads 1347.
  "openhands-v1-sdk/goal_events.jsonl": [[2, 0, 1347]],
};

const decoder = new TextDecoder();

test("recorded sessions have the turns, edits and tokens that a count by hand finds", async () => {
  const data = sharedData();
  if (requirePart("shared", data !== null, "MEMOP_SHARED names no folder of recorded runs")) return;
  const found: Record<string, Counts[]> = {};
  for await (const { table, row, at } of readStaged(["claude-code", "codex-rollout", "openhands-v1-sdk"], data ?? "")) {
    if (table !== "trajectories" || row.format === "openhands-completions") continue;
    const trajectory = JSON.parse(decoder.decode(row.trajectory_json as Uint8Array)) as Trajectory;
    const edits = trajectory.steps.flatMap((step) => step.edits).length;
    const counts: Counts = [row.turns as number, edits, row.completion_tokens as number | null];
    found[at.sourceFile] = [...(found[at.sourceFile] ?? []), counts];
  }
  expect(found["claude-code/simonw__sample_session.json"]).toHaveLength(1);
  delete found["claude-code/simonw__sample_session.json"];
  expect(found).toEqual(expected);
});
