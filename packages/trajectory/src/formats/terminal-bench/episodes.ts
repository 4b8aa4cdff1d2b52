import type { StepUsage, ToolCall } from "../../step.ts";
import type { DraftStep } from "../draft-step.ts";
import {
  compact,
  countOrNull,
  isObject,
  nameOrNull,
  objectAt,
  parsedOrNull,
  type UnknownObject,
} from "../json-access.ts";
import type { RunMember } from "../run-folder/members-by-kind.ts";
import { sourceNames } from "../source-name.ts";

/** What Terminus writes for each of its model calls, in `agent-logs/episode-<n>`. */
export interface Episodes {
  readonly prompts: readonly RunMember[];
  readonly responses: readonly RunMember[];
  /** The request as it was sent (`debug.json`): the model, and the provider's answer as JSON text. */
  readonly requests: readonly RunMember[];
}

/**
 * The steps of a trial whose agent is Terminus: the first prompt is its task, each answer a turn with its commands as calls,
 * and the next prompt, which shows the terminal, what came back. Empty when no answer is there.
 */
export function episodeSteps({ prompts, responses, requests }: Episodes): DraftStep[] {
  const [promptOf, requestOf] = [prompts, requests].map(
    (members) => new Map(members.map((each) => [folderOf(each), each.record])),
  );
  const steps: DraftStep[] = [];
  for (const response of responses) {
    const folder = folderOf(response);
    const prompt = nameOrNull(promptOf?.get(folder));
    const last = steps.at(-1);
    if (prompt !== null && last?.source === "agent") {
      last.observations = [{ callId: null, content: prompt, isError: null, exitCode: null }];
    } else if (prompt !== null) steps.push({ source: "user", text: prompt });
    steps.push({ ...answerStep(response.record), ...requestFacts(objectAt(requestOf?.get(folder))) });
  }
  return steps;
}

function folderOf({ path }: RunMember): string {
  return sourceNames(path).slice(0, -1).join("/");
}

/** An answer is a JSON object, or text that may hold one, or text with `<keystrokes>`. */
function answerStep(record: unknown): DraftStep {
  const answer = isObject(record) ? record : jsonIn(String(record));
  if (answer === null) {
    const keys = [...String(record).matchAll(/<keystrokes[^>]*>([\s\S]*?)<\/keystrokes>/g)];
    return {
      source: "agent",
      text: String(record),
      toolCalls: keys.map(([, typed], at) => callOf(typed ?? "", {}, at)),
    };
  }
  const { commands, ...rest } = answer;
  const list = Array.isArray(commands) ? commands.filter(isObject) : [];
  const words = Object.values(rest).filter((value): value is string => typeof value === "string");
  const others = Object.fromEntries(Object.entries(rest).filter(([, value]) => typeof value !== "string"));
  return {
    source: "agent",
    text: words.join("\n\n"),
    toolCalls: list.map(({ keystrokes, ...more }, at) => callOf(nameOrNull(keystrokes) ?? "", more, at)),
    extra: compact(others) as Record<string, unknown>,
  };
}

function jsonIn(text: string): UnknownObject | null {
  const parsed = parsedOrNull(/\{[\s\S]*\}/.exec(text)?.[0]);
  return isObject(parsed) && "commands" in parsed ? parsed : null;
}

/** Keys that end with a line break are a command; others are sent to the program that runs. */
function callOf(keystrokes: string, more: UnknownObject, at: number): ToolCall {
  const id = `call-${at + 1}`;
  return keystrokes.endsWith("\n") && keystrokes.trim() !== ""
    ? { id, name: "bash", arguments: { command: keystrokes.trimEnd(), ...more } }
    : { id, name: "send_keys", arguments: { keys: keystrokes, ...more } };
}

function requestFacts(request: UnknownObject): Pick<DraftStep, "model" | "usage"> {
  const usage = objectAt(parsedOrNull(request.original_response), "usage");
  const counted: StepUsage = {
    promptTokens: countOrNull(usage.prompt_tokens),
    completionTokens: countOrNull(usage.completion_tokens),
    cachedTokens: countOrNull(objectAt(usage, "prompt_tokens_details").cached_tokens),
    costUsd: null,
  };
  const isCounted = counted.promptTokens !== null || counted.completionTokens !== null;
  return { model: nameOrNull(request.model), usage: isCounted ? counted : null };
}
