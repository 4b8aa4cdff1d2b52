import type { StepUsage } from "../step.ts";
import type { DraftStep } from "./draft-step.ts";

/** Sums over all steps that have a usage; a field that no step knows is null. */
export function summedUsage(steps: readonly Pick<DraftStep, "usage">[]): StepUsage {
  const usages = steps.flatMap((step) => step.usage ?? []);
  const sum = (field: keyof StepUsage): number | null => {
    const known = usages.flatMap((usage) => usage[field] ?? []);
    return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
  };
  return {
    promptTokens: sum("promptTokens"),
    completionTokens: sum("completionTokens"),
    cachedTokens: sum("cachedTokens"),
    costUsd: sum("costUsd"),
  };
}
