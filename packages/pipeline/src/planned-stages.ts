import { MemopError } from "@memop/core";
import type { Pipeline } from "./pipeline.ts";

/** A step of a pipeline with its final name, and whether this run takes it. */
export interface PlannedStage {
  readonly id: string;
  readonly stage: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly selected: boolean;
}

/** Which steps to run: all from one on, or exactly some; everything when empty. Steps are named by id. */
export interface StageSelection {
  readonly from?: string | undefined;
  readonly only?: readonly string[] | undefined;
}

/**
 * Names the steps of a pipeline and marks those selected.
 *
 * Throws `BAD_CONFIG` when two steps have one id, `BAD_USAGE` when a selection names no step.
 */
export function plannedStages(pipeline: Pipeline, { from, only }: StageSelection = {}): PlannedStage[] {
  const ids: string[] = [];
  for (const { stage, id } of pipeline.stages) ids.push(id ?? freeName(stage, ids));
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) {
    throw new MemopError("BAD_CONFIG", `pipeline ${pipeline.name} has two steps with the id "${twice}"`);
  }
  for (const wanted of [...(from === undefined ? [] : [from]), ...(only ?? [])]) {
    if (ids.includes(wanted)) continue;
    throw new MemopError("BAD_USAGE", `pipeline ${pipeline.name} has no step "${wanted}"`, {
      hint: `its steps are: ${ids.join(", ")}`,
    });
  }
  const first = from === undefined ? 0 : ids.indexOf(from);
  return pipeline.stages.map(({ stage, id: _, ...options }, at) => {
    const id = ids[at] as string;
    return { id, stage, options, selected: at >= first && (only === undefined || only.includes(id)) };
  });
}

function freeName(stage: string, taken: readonly string[]): string {
  if (!taken.includes(stage)) return stage;
  let number = 2;
  while (taken.includes(`${stage}-${number}`)) number += 1;
  return `${stage}-${number}`;
}
