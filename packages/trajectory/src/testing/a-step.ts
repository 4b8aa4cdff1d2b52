import { type DraftStep, numberedSteps } from "../formats/draft-step.ts";
import type { Step } from "../step.ts";

/** A step for tests: an agent's message at index 0, turn 1, with whatever is given laid over it. */
export function aStep(parts: Partial<Step> = {}): Step {
  const draft: DraftStep = { source: "agent", text: "Let me look.", ...parts };
  const [step] = numberedSteps([draft]);
  return { ...(step as Step), ...parts };
}
