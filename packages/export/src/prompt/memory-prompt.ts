import type { TokenCounter } from "@memop/tokens";
import type { Message } from "../example.ts";
import { type ShortenedTrajectory, shortenTrajectory } from "./shorten-trajectory.ts";
import type { TrajectoryText } from "./trajectory-parts.ts";

/** What a memory model is shown: the task T, the repository R and the run τ that it is to learn from. */
export interface MemoryPromptInput {
  readonly problemStatement: string;
  readonly repo: string | null;
  readonly baseCommit: string | null;
  readonly agent: string;
  readonly turns: number;
  readonly trajectory: TrajectoryText;
}

/** A prompt that fits its budget. */
export interface MemoryPrompt {
  readonly messages: readonly Message[];
  /** Tokens of all messages, without what a chat template adds. */
  readonly tokens: number;
  readonly shortening: Omit<ShortenedTrajectory, "text">;
}

/**
 * The prompt for writing a memory: one user message with instruction, repository, task and run.
 *
 * A single user message, because some chat templates take no system role. The run is shortened until the message has at
 * most `maxTokens`; null when its edits and its end do not fit beside the task even then.
 */
export async function memoryPrompt(
  input: MemoryPromptInput,
  counter: TokenCounter,
  maxTokens: number,
): Promise<MemoryPrompt | null> {
  const tokensOf = (text: string): Promise<number> => counter.count(promptText(input, text));
  const short = await shortenTrajectory(input.trajectory, async (text) => (await tokensOf(text)) <= maxTokens);
  if (short === null) return null;
  const { text, ...shortening } = short;
  return {
    messages: [{ role: "user", content: promptText(input, text) }],
    tokens: await tokensOf(text),
    shortening,
  };
}

function promptText(input: MemoryPromptInput, trajectory: string): string {
  const commit = input.baseCommit === null ? "" : ` at commit ${input.baseCommit}`;
  return `${instruction}

# Repository
${input.repo ?? "unknown"}${commit}

# Task
${input.problemStatement.trim()}

# Run
${input.turns} turns by ${input.agent}.

${trajectory}

# Memory
`;
}

const instruction = `Below are a software-engineering task, the repository it belongs to, and one run of an agent at it. \
Write a memory in Markdown for an agent that will work on this repository and this kind of task again: where the relevant \
code is, what worked, what did not and why, and what to do first. State only what the run shows.`;
