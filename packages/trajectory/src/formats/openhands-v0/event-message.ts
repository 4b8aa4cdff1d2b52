import { contentText } from "../chat/content-text.ts";
import type { DraftStep } from "../draft-step.ts";
import { isoTime } from "../iso-time.ts";
import { nameOrNull, unusedEntries } from "../json-access.ts";
import { actionArguments } from "./event-call.ts";
import type { Event } from "./raw.ts";

/** True for an action of the agent. Logs without `source` start with the user's message and answer the agent's messages. */
export function isAgentAction(event: Event, steps: readonly DraftStep[]): boolean {
  if (event.action === "system" || event.action === "condensation") return false;
  if (typeof event.source === "string") return event.source === "agent";
  if (event.action !== "message") return true;
  const last = steps.at(-1);
  return last !== undefined && !(last.source === "agent" && last.toolCalls?.length === 0);
}

/** The step for an event that is no act of the agent: system prompt, user's message, summary of forgotten events. */
export function messageStep(event: Event): DraftStep {
  const args = actionArguments(event);
  const timestamp = isoTime(event.timestamp);
  if (event.action === "condensation") {
    return {
      source: "system",
      text: nameOrNull(args.summary) ?? "",
      marks: ["condensation"],
      timestamp,
      extra: unusedEntries(args, new Set(["summary"])),
    };
  }
  const text = contentText(args.content ?? args.command ?? event.message);
  const extra = unusedEntries(args, new Set(["content", "tools", "wait_for_response"]));
  if (event.action === "system") return { source: "system", text, timestamp, extra };
  return {
    source: event.source === "environment" ? "system" : "user",
    text,
    timestamp,
    extra: event.action === "message" ? extra : { ...extra, action: event.action },
  };
}
