import type { Reading } from "../../format.ts";
import { anthropicSteps } from "../anthropic/anthropic-steps.ts";
import type { DraftStep } from "../draft-step.ts";
import { compact, isObject, nameOrNull, type UnknownObject } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { summedUsage } from "../summed-usage.ts";
import { conversationsOf } from "./conversations.ts";
import { liveLines } from "./live-lines.ts";
import type { SessionLine } from "./raw.ts";
import { sessionMessages } from "./session-messages.ts";

/** The trajectories of a session's lines, in the order of their files: one for each conversation with a message. */
export function sessionReadings(all: readonly SessionLine[]): Reading[] {
  const conversations = conversationsOf(inTimeOrder(withoutRepeats(all)));
  const found = conversations.flatMap((lines) => conversationReading(lines) ?? []);
  if (found.length <= 1) return found;
  return found.map((reading, at) => {
    const extra = { ...reading.trajectory.extra, conversation: at + 1, conversations: found.length };
    return { ...reading, trajectory: { ...reading.trajectory, extra } };
  });
}

function conversationReading(lines: readonly SessionLine[]): Reading | null {
  const live = liveLines(lines);
  const steps = anthropicSteps(sessionMessages(live.lines));
  if (steps.length === 0) return null;
  markUpdates(steps, lines);
  const last = (field: "version" | "cwd" | "gitBranch" | "sessionId"): string | null =>
    nameOrNull(lines.findLast((line) => nameOrNull(line[field]) !== null)?.[field]);
  const mainSteps = steps.filter((step) => !step.marks?.includes("subagent"));
  const end = mainSteps.at(-1);
  const isFailed = end?.source === "agent" && end.marks?.includes("synthetic") === true;
  const trajectory = newTrajectory({
    agent: { name: "claude-code", version: last("version") },
    model: mainSteps.findLast((step) => typeof step.model === "string")?.model ?? null,
    exitStatus: isFailed ? "api-error" : null,
    health: isFailed ? "error" : "healthy",
    // What was given up was paid for, too.
    usage: summedUsage(sessionMessages(lines).map(({ about }) => about)),
    steps,
    extra: compact({
      sessionId: last("sessionId"),
      workingDirectory: last("cwd"),
      gitBranch: last("gitBranch"),
      linesOfOtherBranches: live.leftOut === 0 ? null : live.leftOut,
    }) as Record<string, unknown>,
  });
  return { trajectory, outcome: null, task: null };
}

/** Sessions are exported again as they grow, and copied when they are resumed: each line counts once, by its uuid. */
function withoutRepeats(lines: readonly SessionLine[]): SessionLine[] {
  const seen = new Set<string>();
  return lines.filter((line) => {
    if (!line.uuid) return true;
    if (seen.has(line.uuid)) return false;
    seen.add(line.uuid);
    return true;
  });
}

/** The parts of a session may lie in several files, whose names say nothing of their order. */
function inTimeOrder(lines: readonly SessionLine[]): SessionLine[] {
  let time = "";
  const timed = lines.map((line) => {
    time = nameOrNull(line.timestamp) ?? time;
    return { line, time };
  });
  return timed.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0)).map(({ line }) => line);
}

/** `Write` over a file that was there changes it: only the tool's result tells. */
function markUpdates(steps: readonly DraftStep[], lines: readonly SessionLine[]): void {
  const resultOfCall = new Map<string, UnknownObject>();
  for (const line of lines) {
    const content = line.message?.content;
    if (!isObject(line.toolUseResult) || !Array.isArray(content)) continue;
    const ids = content.filter(isObject).flatMap((block) => nameOrNull(block.tool_use_id) ?? []);
    if (ids.length === 1 && ids[0] !== undefined) resultOfCall.set(ids[0], line.toolUseResult);
  }
  for (const step of steps) {
    for (const call of step.toolCalls ?? []) {
      const result = resultOfCall.get(call.id);
      if (result?.type !== "update") continue;
      const oldText = typeof result.originalFile === "string" ? result.originalFile : null;
      step.edits = (step.edits ?? []).map((edit) =>
        edit.kind === "create" && edit.newText === call.arguments.content
          ? { ...edit, kind: "modify" as const, oldText }
          : edit,
      );
    }
  }
}
