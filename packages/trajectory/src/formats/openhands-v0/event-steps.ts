import type { Observation } from "../../step.ts";
import { contentText } from "../chat/content-text.ts";
import type { DraftStep } from "../draft-step.ts";
import { isoTime } from "../iso-time.ts";
import { countOrNull, nameOrNull, objectAt } from "../json-access.ts";
import { actionArguments, eventCall, saidWith } from "./event-call.ts";
import { eventEdits } from "./event-edits.ts";
import { isAgentAction, messageStep } from "./event-message.ts";
import { looseObservation, observationOf } from "./event-observation.ts";
import type { Event } from "./raw.ts";

/** The steps of a run and the events that are none: state changes, recalls, empty observations. */
export interface EventSteps {
  readonly steps: DraftStep[];
  readonly otherEvents: readonly Event[];
}

/** An action in progress: its step, its call, and where its edits will go once it is answered. */
interface OpenAction {
  readonly event: Event;
  readonly step: DraftStep;
  readonly callId: string | null;
  readonly workingDirectory: string | null;
  answer: Observation | null;
}

/**
 * Groups events into steps: actions of one model response are one step, observations go to the action that caused them
 * (in logs without ids: to the action before them). `repository` is the repository's folder where the run names it.
 */
export function eventSteps(events: readonly Event[], repository: string | null = null): EventSteps {
  const steps: DraftStep[] = [];
  const otherEvents: Event[] = [];
  const actions: OpenAction[] = [];
  const actionOfEvent = new Map<number, OpenAction>();
  const stepOfResponse = new Map<string, DraftStep>();
  let workingDirectory: string | null = null;
  for (const event of events) {
    if (typeof event.observation === "string") {
      const hasNoIds = typeof event.cause !== "number" && typeof event.id !== "number";
      const cause = hasNoIds ? actions.at(-1) : actionOfEvent.get(event.cause ?? -1);
      if (quietEvents.has(event.observation)) otherEvents.push(event);
      else if (cause === undefined) steps.push(looseObservation(event));
      else {
        cause.answer = observationOf(event, cause.callId);
        cause.step.observations?.push(cause.answer);
        workingDirectory = nameOrNull(objectAt(event.extras, "metadata").working_dir) ?? workingDirectory;
      }
    } else if (typeof event.action !== "string" || quietEvents.has(event.action)) otherEvents.push(event);
    else if (!isAgentAction(event, steps)) steps.push(messageStep(event));
    else {
      const responseId = event.tool_call_metadata?.model_response?.id ?? null;
      let step = responseId === null ? undefined : stepOfResponse.get(responseId);
      if (step === undefined) {
        step = agentStep(event, workingDirectory);
        steps.push(step);
        if (responseId !== null) stepOfResponse.set(responseId, step);
      }
      const callId = event.action === "message" ? null : addCall(step, event);
      const action: OpenAction = { event, step, callId, workingDirectory, answer: null };
      actions.push(action);
      if (typeof event.id === "number") actionOfEvent.set(event.id, action);
    }
  }
  for (const { event, step, answer, workingDirectory: directory } of actions) {
    step.edits?.push(
      ...eventEdits(event.action ?? "", actionArguments(event), answer, { repository, workingDirectory: directory }),
    );
  }
  return { steps, otherEvents };
}

/** Bookkeeping of the user interface and the controller; the model never saw them as messages of their own. */
const quietEvents: ReadonlySet<string> = new Set([
  "null",
  "agent_state_changed",
  "change_agent_state",
  "recall",
  "condensation_request",
  "pause",
  "resume",
  "start",
  "stop",
]);

function agentStep(event: Event, workingDirectory: string | null): DraftStep {
  const response = event.tool_call_metadata?.model_response ?? {};
  const usage = objectAt(response, "usage");
  const args = actionArguments(event);
  return {
    source: "agent",
    text: event.action === "message" ? contentText(args.content) : saidWith(event),
    reasoning: nameOrNull(
      objectAt(Array.isArray(response.choices) ? response.choices[0] : null, "message").reasoning_content,
    ),
    toolCalls: [],
    observations: [],
    edits: [],
    timestamp: isoTime(event.timestamp),
    model: nameOrNull(response.model),
    usage:
      Object.keys(usage).length === 0
        ? null
        : {
            promptTokens: countOrNull(usage.prompt_tokens),
            completionTokens: countOrNull(usage.completion_tokens),
            cachedTokens: countOrNull(objectAt(usage, "prompt_tokens_details").cached_tokens),
            costUsd: null,
          },
    workingDirectory,
    extra: {},
  };
}

/** Adds the event's call to its step and returns the call's id there, which is unique inside the step. */
function addCall(step: DraftStep, event: Event): string {
  const call = eventCall(event);
  const taken = new Set(step.toolCalls?.map((each) => each.id));
  let id = call.id;
  for (let attempt = taken.size + 1; id === "" || taken.has(id); attempt += 1) id = `call-${attempt}`;
  step.toolCalls?.push({ ...call, id });
  return id;
}
