/** One chat message of a dataset row. */
export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** Where an example comes from: written beside the rows, one line per row. */
export interface Provenance {
  readonly candidateId: string;
  readonly memoryId: string;
  readonly taskId: string;
  readonly repo: string | null;
  readonly sourceTrajectoryId: string;
  readonly policy: string | null;
  /** r of the memory in percent points; null when its decision has none. */
  readonly reward: number | null;
  /** Standard error of `reward` in percent points; null when unknown. */
  readonly rewardSe: number | null;
  readonly rewardLower: number | null;
  /** r drawn towards 0 by how uncertain it is; null when unknown. */
  readonly rewardShrunken: number | null;
  readonly pairsUsed: number | null;
  readonly pairsPossible: number | null;
  /** Estimated share of useless memories that the policy accepts, 0 to 1; null when unknown. */
  readonly falseAcceptRate: number | null;
  /** Rollouts that the decision rests on. */
  readonly rollouts: readonly string[];
  /** SHA-256 of the memory's text. */
  readonly contentHash: string;
}

/** What was left out of a prompt to make it fit, and how long it is now. */
export interface PromptFacts {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** True when the task's text was taken from what the agent was told, because the tasks table has none. */
  readonly taskFromTrajectory: boolean;
  readonly markedStepsLeftOut: number;
  readonly observationsShortened: number;
  readonly charactersLeftOut: number;
  readonly turnsFolded: number;
  readonly editsShortened: number;
}

/** A prompt with the one answer to learn. */
export interface CompletionExample {
  readonly kind: "prompt-completion";
  readonly prompt: readonly Message[];
  readonly completion: readonly Message[];
  readonly provenance: Provenance;
  readonly facts: PromptFacts;
}

/** One training example, before any trainer's layout. Recipes make it, targets lay it out. */
export type Example = CompletionExample;

/** The kinds of examples there are; a target says which it takes. */
export type ExampleKind = Example["kind"];
