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

/** The sessions of a history, in their order. Headings and quotes inside fenced code of the model's text stay in it. */
export function sessionsOf(history: string): readonly Session[] {
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
    const kind: Passage["by"] = fence === null || line.startsWith("#### ") ? kindOf(line, by) : "model";
    if (kind !== by) {
      endPassage();
      by = kind;
    }
    if (kind === "model") fence = fenceAfter(line, fence);
    else fence = null;
    lines.push(kind === "user" ? line.replace(/^####( |$)/, "") : kind === "tool" ? line.replace(/^> ?/, "") : line);
  }
  endSession();
  return sessions;
}

/** An empty line belongs to what it stands in. */
function kindOf(line: string, by: Passage["by"]): Passage["by"] {
  if (line.trim() === "") return by;
  return /^####( |$)/.test(line) ? "user" : /^>( |$)/.test(line) ? "tool" : "model";
}

/** The fence that is open after a line; null when none is. */
function fenceAfter(line: string, open: string | null): string | null {
  const found = /^(`{3,}|<source>$|<\/source>$)/.exec(line)?.[1] ?? null;
  if (found === null) return open;
  if (open === null) return found;
  return found === open && /^`+\s*$/.test(line) ? null : open;
}

function trimmed(lines: readonly string[]): string {
  return lines
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/^\n+|\n+$/g, "");
}
