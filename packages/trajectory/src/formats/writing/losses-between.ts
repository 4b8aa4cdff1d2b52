import { isDeepStrictEqual } from "node:util";
import type { Reading } from "../../format.ts";
import type { Observation, Step } from "../../step.ts";
import { rootFields } from "./root-fields.ts";

/** Fields of a step with what of it is compared. Ids of calls are compared apart, as writers may have to change them. */
const stepFields: readonly (readonly [name: string, value: (step: Step) => unknown])[] = [
  ["source", (step) => step.source],
  ["turn", (step) => step.turn],
  ["text", (step) => step.text],
  ["reasoning", (step) => step.reasoning],
  ["toolCalls", (step) => step.toolCalls.map(({ name, arguments: args }) => ({ name, arguments: args }))],
  ["toolCalls.id", (step) => step.toolCalls.map(({ id }) => id)],
  ["observations", (step) => step.observations.map((each) => [callPosition(step, each), each.content])],
  ["observations.isError", (step) => step.observations.map(({ isError }) => isError)],
  ["observations.exitCode", (step) => step.observations.map(({ exitCode }) => exitCode)],
  ["edits", (step) => step.edits],
  ["marks", (step) => step.marks],
  ["timestamp", (step) => step.timestamp],
  ["model", (step) => step.model],
  ["usage", (step) => step.usage],
  ["seconds", (step) => step.seconds],
  ["workingDirectory", (step) => step.workingDirectory],
  ["extra", (step) => step.extra],
];

/**
 * What is different in `seen`, which was read back from a written document, by the names of the fields; for steps with their
 * number. `steps` are those of `wanted` that were written: the others count as left out.
 */
export function lossesBetween(wanted: Reading, seen: Reading, steps: readonly Step[]): string[] {
  const root = rootFields.filter((field) => !isDeepStrictEqual(wanted.trajectory[field], seen.trajectory[field]));
  const leftOut = wanted.trajectory.steps.length - steps.length;
  return [
    ...root,
    ...outcomeLosses(wanted, seen),
    ...(wanted.task === null || isDeepStrictEqual(wanted.task, seen.task) ? [] : ["task"]),
    ...(leftOut === 0 ? [] : [`steps left out (${leftOut})`]),
    ...stepLosses(steps, seen.trajectory.steps),
  ];
}

function stepLosses(wanted: readonly Step[], seen: readonly Step[]): string[] {
  if (wanted.length !== seen.length) return [`steps grouped otherwise (${wanted.length})`];
  return stepFields.flatMap(([name, value]) => {
    const count = wanted.filter((step, at) => !isDeepStrictEqual(value(step), value(seen[at] as Step))).length;
    return count === 0 ? [] : [`steps.${name} (${count})`];
  });
}

function outcomeLosses({ outcome }: Reading, seen: Reading): string[] {
  if (outcome === null || isDeepStrictEqual(outcome, seen.outcome)) return [];
  return outcome.resolved === seen.outcome?.resolved ? ["outcome.reason"] : ["outcome"];
}

function callPosition(step: Step, { callId }: Observation): number {
  return step.toolCalls.findIndex((call) => call.id === callId);
}
