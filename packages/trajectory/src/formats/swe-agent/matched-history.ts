import type { ActionEntry, HistoryEntry } from "./raw.ts";

/** The history split around the executed actions. */
export interface MatchedHistory {
  /** Messages before the agent's first own one: system prompt, demonstrations, the issue. */
  readonly lead: readonly HistoryEntry[];
  /** For each executed action the history's message that asked for it, if any. */
  readonly asked: readonly (HistoryEntry | null)[];
  /** Own messages of the agent for which no action was executed, such as replies that could not be parsed. */
  readonly unmatched: readonly HistoryEntry[];
}

/**
 * Finds for each action the message of the history that asked for it: both are in time order, but either may have entries
 * that the other lacks. A message fits when its action is the same text, or else its content is the action's response.
 */
export function matchedHistory(history: readonly HistoryEntry[], actions: readonly ActionEntry[]): MatchedHistory {
  const firstOwn = history.findIndex((entry) => entry.role === "assistant" && !isDemonstration(entry));
  const lead = firstOwn === -1 ? history : history.slice(0, firstOwn);
  const own = history.filter((entry, at) => at >= lead.length && entry.role === "assistant" && !isDemonstration(entry));
  const unmatched: HistoryEntry[] = [];
  let next = 0;
  const asked = actions.map((action) => {
    const limit = Math.min(own.length, next + lookAhead);
    for (let at = next; at < limit; at += 1) {
      const entry = own[at] as HistoryEntry;
      if (!fits(entry, action)) continue;
      unmatched.push(...own.slice(next, at));
      next = at + 1;
      return entry;
    }
    return null;
  });
  return { lead, asked, unmatched: [...unmatched, ...own.slice(next)] };
}

/** True for a message that shows the agent how it is done. */
export function isDemonstration(entry: HistoryEntry): boolean {
  return entry.is_demo === true || entry.message_type === "demonstration";
}

/** Far more than the format errors that a harness lets pass in a row, and few enough to stay linear. */
const lookAhead = 20;

function fits(entry: HistoryEntry, { action, response }: ActionEntry): boolean {
  if (typeof entry.action === "string" && typeof action === "string") return entry.action.trim() === action.trim();
  return typeof entry.content === "string" && entry.content === response;
}
