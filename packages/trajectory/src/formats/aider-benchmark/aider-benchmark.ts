import * as z from "zod";
import { defineFormat } from "../../format.ts";
import { outcomeOfVerdict } from "../../outcomes/verdicts.ts";
import { sessionSteps } from "../aider-chat/session-steps.ts";
import { sessionsOf } from "../aider-chat/sessions.ts";
import { countOrNull, isObject, nameOrNull, unusedEntries } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { sourceNames } from "../source-name.ts";
import { summedUsage } from "../summed-usage.ts";

const Result = z.looseObject({
  testcase: z.string().nullish(),
  model: z.string().nullish(),
  tests_outcomes: z.array(z.boolean()).nullish(),
  exception: z.string().nullish(),
});
type Result = z.infer<typeof Result>;

/**
 * What Aider's benchmark leaves of an exercise: its results, and the chat in the same folder where that is one of
 * `exercises/practice`.
 */
export const aiderBenchmark = defineFormat({
  name: "aider-benchmark",
  title: "exercises of Aider's benchmark (.aider.results.json, with the chat history beside it)",
  gives: {
    taskId: "yes",
    model: "sometimes",
    steps: "sometimes",
    reasoning: "no",
    edits: "sometimes",
    patch: "no",
    outcome: "sometimes",
    usage: "sometimes",
    cost: "sometimes",
    timestamps: "no",
    limits: "no",
    tokenIds: "no",
    notTried: "the shape is that of the benchmark's source",
  },
  scope: "group",
  raw: z.union([z.string(), Result]),
  matches: (record, { path }) => isResult(record, path) || (typeof record === "string" && isChatOfExercise(path)),
  groupOf: (_, { path }) => (exerciseOf(path) === null ? null : sourceNames(path).slice(0, -1).join("/")),
  couldHold: (head, path) => exerciseOf(path) !== null || head.includes('"testcase"'),
  toReading(records, { path }) {
    const result: Result = records.find((each) => typeof each !== "string") ?? {};
    const chats = records.filter((each) => typeof each === "string");
    const taskId = nameOrNull(result.testcase) ?? exerciseOf(path) ?? sourceNames(path).at(-2) ?? null;
    const failure = nameOrNull(result.exception);
    // The outcome of the last try counts: an exercise may be tried twice.
    const passed = result.tests_outcomes?.at(-1);
    const steps = chats.flatMap((chat) => sessionsOf(chat).flatMap(({ passages }) => sessionSteps(passages)));
    const counted = summedUsage(steps);
    const trajectory = newTrajectory({
      taskId,
      agent: { name: "aider" },
      model: nameOrNull(result.model),
      exitStatus: failure === null ? null : "exception",
      health: failure === null ? "healthy" : "error",
      usage: {
        promptTokens: countOrNull(result.prompt_tokens) ?? counted.promptTokens,
        completionTokens: countOrNull(result.completion_tokens) ?? counted.completionTokens,
        costUsd: countOrNull(result.cost) ?? counted.costUsd,
        seconds: countOrNull(result.duration),
      },
      steps,
      extra: unusedEntries(result, new Set(used)),
    });
    const verdict = passed === undefined ? null : passed ? "resolved" : "unresolved";
    const outcome = taskId === null || verdict === null ? null : outcomeOfVerdict(taskId, verdict);
    return { trajectory, outcome, task: null };
  },
});

const used = ["testcase", "model", "cost", "duration", "prompt_tokens", "completion_tokens"];

function isResult(record: unknown, path: string): boolean {
  if (!isObject(record)) return false;
  const isWhole = Array.isArray(record.tests_outcomes) && "testcase" in record;
  return isWhole || (typeof record.exception === "string" && sourceNames(path).at(-1) === ".aider.results.json");
}

function isChatOfExercise(path: string): boolean {
  return exerciseOf(path) !== null && sourceNames(path).at(-1) === ".aider.chat.history.md";
}

/** The exercise in whose folder a file lies: `…/exercises/practice/<exercise>/…`; null elsewhere. */
function exerciseOf(path: string): string | null {
  const [exercises, practice, exercise] = sourceNames(path).slice(-4, -1);
  return exercises === "exercises" && practice === "practice" ? (exercise ?? null) : null;
}
