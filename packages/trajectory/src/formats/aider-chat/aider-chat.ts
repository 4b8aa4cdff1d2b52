import * as z from "zod";
import { defineFormat, type Reading } from "../../format.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { sourceNames } from "../source-name.ts";
import { summedUsage } from "../summed-usage.ts";
import { sessionSteps } from "./session-steps.ts";
import { SESSION_HEADING, type Session, sessionsOf } from "./sessions.ts";

/** Aider's chat history, a Markdown file that all sessions of a folder are appended to: each session is a trajectory. */
export const aiderChat = defineFormat({
  name: "aider-chat",
  title: "Aider chat histories (.aider.chat.history.md): every session is a trajectory",
  gives: {
    taskId: "no",
    model: "sometimes",
    steps: "yes",
    reasoning: "no",
    edits: "yes",
    patch: "no",
    outcome: "no",
    usage: "sometimes",
    cost: "sometimes",
    timestamps: "no",
    limits: "no",
    tokenIds: "no",
    notTried: "tried on public histories that are not in the collection",
  },
  raw: z.string(),
  matches: (record, { path }) => typeof record === "string" && isHistory(record, path),
  toReading([history]) {
    return sessionsOf(history).map(readingOf);
  },
});

/** By a heading at the start, or by its name and a user's line: a history may start mid-session, and other texts quote one. */
function isHistory(text: string, path: string): boolean {
  if (text.slice(0, 200).trimStart().startsWith(SESSION_HEADING)) return true;
  return /chat[.-]history\.md$/.test(sourceNames(path).at(-1) ?? "") && /^#### \S/m.test(text);
}

function readingOf({ startedAt, passages }: Session): Reading {
  const steps = sessionSteps(passages);
  const printed = passages.filter(({ by }) => by === "tool").map(({ text }) => text);
  const about = printed.join("\n");
  const trajectory = newTrajectory({
    agent: { name: "aider", version: /^Aider v(\S+)/m.exec(about)?.[1] ?? null },
    model: /^(?:Main model|Models?): (\S+)/m.exec(about)?.[1] ?? null,
    usage: summedUsage(steps),
    steps,
    extra: {
      ...(startedAt === null ? { startsMidSession: true } : { startedAt }),
      ...commitsIn(about),
    },
  });
  return { trajectory, outcome: null, task: null };
}

/** The commits that Aider made of its edits. */
function commitsIn(printed: string): Record<string, unknown> {
  const commits = [...printed.matchAll(/^Commit ([0-9a-f]{7,40})\b/gm)].map(([, hash]) => hash);
  return commits.length === 0 ? {} : { commits };
}
