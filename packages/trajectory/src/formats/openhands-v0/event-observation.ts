import type { Observation } from "../../step.ts";
import { contentText } from "../chat/content-text.ts";
import { exitCodeOf } from "../chat/exit-code.ts";
import type { DraftStep } from "../draft-step.ts";
import { isoTime } from "../iso-time.ts";
import { integerOrNull, objectAt } from "../json-access.ts";
import type { Event } from "./raw.ts";

/** What came back, as an answer to the call with that id. An exit status of -1 says that the command still runs. */
export function observationOf(event: Event, callId: string | null): Observation {
  const content = contentText(event.content);
  const exitCode =
    integerOrNull(objectAt(event.extras, "metadata").exit_code) ??
    integerOrNull(event.extras?.exit_code) ??
    integerOrNull(event.exit_code);
  const isError = event.observation === "error" || event.observation === "user_rejected" || event.success === false;
  return {
    callId,
    content,
    isError: isError ? true : event.success === true ? false : null,
    exitCode: exitCode === -1 ? null : (exitCode ?? exitCodeOf(content)),
  };
}

/** The step for an observation of which the log does not have the action. */
export function looseObservation(event: Event): DraftStep {
  const observation = observationOf(event, null);
  return {
    source: event.source === "user" ? "user" : "system",
    text: observation.content,
    timestamp: isoTime(event.timestamp),
    extra: { observation: event.observation },
  };
}
