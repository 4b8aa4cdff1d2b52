import * as z from "zod";
import { defineFormat } from "../../format.ts";
import { outcomeOfVerdict } from "../../outcomes/verdicts.ts";
import { countOrNull, isObject, nameOrNull, unusedEntries } from "../json-access.ts";
import { newTrajectory } from "../new-trajectory.ts";
import { sourceNames } from "../source-name.ts";

const Result = z.looseObject({
  testcase: z.string().nullish(),
  model: z.string().nullish(),
  tests_outcomes: z.array(z.boolean()).nullish(),
  exception: z.string().nullish(),
});

/** What Aider's benchmark writes for each exercise: totals and test outcomes, no conversation. */
export const aiderBenchmark = defineFormat({
  name: "aider-benchmark",
  title: "results of Aider's benchmark (.aider.results.json), one for each exercise",
  gives: {
    taskId: "yes",
    model: "sometimes",
    steps: "no",
    reasoning: "no",
    edits: "no",
    patch: "no",
    outcome: "sometimes",
    usage: "sometimes",
    cost: "sometimes",
    timestamps: "no",
    limits: "no",
    tokenIds: "no",
    notTried: "not tried on a real file: the shape is that of the benchmark's source",
  },
  raw: Result,
  matches: (record, { path }) =>
    isObject(record) &&
    ((Array.isArray(record.tests_outcomes) && "testcase" in record) ||
      (typeof record.exception === "string" && sourceNames(path).at(-1) === ".aider.results.json")),
  toReading([result], { path }) {
    const taskId = nameOrNull(result.testcase) ?? sourceNames(path).at(-2) ?? null;
    const failure = nameOrNull(result.exception);
    // The outcome of the last try counts: an exercise may be tried twice.
    const passed = result.tests_outcomes?.at(-1);
    const used = ["testcase", "model", "cost", "duration", "prompt_tokens", "completion_tokens"];
    const trajectory = newTrajectory({
      taskId,
      agent: { name: "aider" },
      model: nameOrNull(result.model),
      exitStatus: failure === null ? null : "exception",
      health: failure === null ? "healthy" : "error",
      usage: {
        promptTokens: countOrNull(result.prompt_tokens),
        completionTokens: countOrNull(result.completion_tokens),
        costUsd: countOrNull(result.cost),
        seconds: countOrNull(result.duration),
      },
      steps: [],
      extra: unusedEntries(result, new Set(used)),
    });
    const verdict = passed === undefined ? null : passed ? "resolved" : "unresolved";
    const outcome = taskId === null || verdict === null ? null : outcomeOfVerdict(taskId, verdict);
    return { trajectory, outcome, task: null };
  },
});
