import { closingFence } from "../edit-blocks/fences.ts";

/** A run of lines of the same kind in a chat history. */
export interface Passage {
  /** `user`: lines after `#### `. `tool`: what Aider printed, after `> `. `model`: everything else. */
  readonly by: "user" | "tool" | "model";
  readonly text: string;
}

/** One session of a history. */
export interface Session {
  /** As in the heading, `2024-05-06 10:00:01`; null before the first heading, where a history starts mid-session. */
  readonly startedAt: string | null;
  readonly passages: readonly Passage[];
}

/** Heading of a session. */
export const SESSION_HEADING = "# aider chat started at ";

/**
 * The sessions of a history, in their order. Headings and quotes inside fenced code of the model's text stay in it.
 *
 * Aider ends the lines of users and of its own with two spaces, which tells them from code where a fence was left open.
 */
export function sessionsOf(history: string): readonly Session[] {
  const areLinesMarked = /^#### .*\S {2}\r?$/m.test(history);
  const sessions: { startedAt: string | null; passages: Passage[] }[] = [];
  let startedAt: string | null = null;
  let passages: Passage[] = [];
  let lines: string[] = [];
  let by: Passage["by"] = "model";
  let fence: string | null = null;
  const endPassage = (): void => {
    const text = trimmed(lines);
    if (text !== "") passages.push({ by, text });
    lines = [];
  };
  const endSession = (): void => {
    endPassage();
    if (startedAt !== null || passages.length > 0) sessions.push({ startedAt, passages });
    passages = [];
  };
  for (const line of history.split(/\r?\n/)) {
    if (line.startsWith(SESSION_HEADING)) {
      endSession();
      startedAt = line.slice(SESSION_HEADING.length).trim();
      by = "model";
      fence = null;
      continue;
    }
    const isCode = fence !== null && !(areLinesMarked ? line.endsWith("  ") : line.startsWith("#### "));
    const kind: Passage["by"] = isCode ? "model" : kindOf(line, by);
    if (kind !== by) {
      endPassage();
      by = kind;
    }
    if (kind !== "model") fence = null;
    else if (fence === null) fence = closingFence(line);
    else if (line.trimEnd() === fence) fence = null;
    lines.push(kind === "user" ? line.replace(/^####( |$)/, "") : kind === "tool" ? line.replace(/^> ?/, "") : line);
  }
  endSession();
  return sessions;
}

/** An empty line belongs to what it stands in; and so does the second line of a count, which Aider does not quote. */
function kindOf(line: string, by: Passage["by"]): Passage["by"] {
  if (line.trim() === "" || (by === "tool" && /^Cost: \$[\d.]+ /.test(line))) return by;
  return /^####( |$)/.test(line) ? "user" : /^>( |$)/.test(line) ? "tool" : "model";
}

function trimmed(lines: readonly string[]): string {
  return lines
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/^\n+|\n+$/g, "");
}
