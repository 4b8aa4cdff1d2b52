import type { ActionEntry, HistoryEntry } from "./raw.ts";

/** The history split around the executed actions. */
export interface MatchedHistory {
  /** Messages before the agent's first own one: system prompt, demonstrations, the issue. */
  readonly lead: readonly HistoryEntry[];
  /** For each executed action the history's message that asked for it, if any. */
  readonly asked: readonly (HistoryEntry | null)[];
  /** For each executed action the message that showed the agent its observation, if any. */
  readonly shown: readonly (HistoryEntry | null)[];
  /** All other messages after the lead, such as responses that could not be parsed and the complaints about them. */
  readonly unmatched: readonly HistoryEntry[];
}

/**
 * Finds for each action the message of the history that asked for it: both are in time order, but either may have entries
 * that the other lacks. A message fits when its action is the same text, or else its content is the action's response.
 */
export function matchedHistory(history: readonly HistoryEntry[], actions: readonly ActionEntry[]): MatchedHistory {
  const firstOwn = history.findIndex((entry) => entry.role === "assistant" && !isDemonstration(entry));
  const lead = firstOwn === -1 ? history : history.slice(0, firstOwn);
  const rest = history.slice(lead.length);
  const used = new Set<HistoryEntry>();
  let next = 0;
  const pairs = actions.map((action): Pair => {
    const at = rest.findIndex((entry, index) => index >= next && index < next + lookAhead && fits(entry, action));
    const asked = rest[at];
    if (asked === undefined) return { asked: null, shown: null };
    const reply = rest[at + 1];
    const shown = reply === undefined || reply.role === "assistant" ? null : reply;
    next = at + (shown === null ? 1 : 2);
    used.add(asked);
    if (shown !== null) used.add(shown);
    return { asked, shown };
  });
  return {
    lead,
    asked: pairs.map((pair) => pair.asked),
    shown: pairs.map((pair) => pair.shown),
    unmatched: rest.filter((entry) => !used.has(entry)),
  };
}

type Pair = { readonly asked: HistoryEntry | null; readonly shown: HistoryEntry | null };

/** True for a message that shows the agent how it is done. */
export function isDemonstration(entry: HistoryEntry): boolean {
  return entry.is_demo === true || entry.message_type === "demonstration";
}

/** Far more than the messages that a harness lets pass between two actions, and few enough to stay linear. */
const lookAhead = 40;

function fits(entry: HistoryEntry, { action, response }: ActionEntry): boolean {
  if (entry.role !== "assistant" || isDemonstration(entry)) return false;
  if (typeof entry.action === "string" && typeof action === "string") return entry.action.trim() === action.trim();
  return typeof entry.content === "string" && entry.content === response;
}
