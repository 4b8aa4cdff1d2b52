import fc from "fast-check";
import type { Reading } from "../format.ts";
import { numberedSteps } from "../formats/draft-step.ts";
import { outcomeOfVerdict } from "../outcomes/verdicts.ts";
import type { Step } from "../step.ts";
import type { Task } from "../task.ts";
import type { Trajectory } from "../trajectory.ts";

const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    "",
    "<function=bash>\n<parameter=command>ls</parameter>\n</function>",
    "\r\nemoji \u{1F600}\u2028",
    "ERROR: no",
  ),
);
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const count = fc.oneof(fc.nat(), fc.constantFrom(0, 0.5, 1e15));
const extra = fc.dictionary(
  // The schema's records leave a key of this name out, lest it set a prototype.
  fc.oneof(fc.string(), fc.constantFrom("memop", "atif", "response", "tokenIds")).filter((key) => key !== "__proto__"),
  fc.jsonValue({ depthSize: "small", noUnicodeString: false }).map(withoutNegativeZero),
  { maxKeys: 3 },
);
const usage = fc.record({
  promptTokens: orNull(count),
  completionTokens: orNull(count),
  cachedTokens: orNull(count),
  costUsd: orNull(count),
});
const edit = fc.record({
  path: fc.constantFrom("src/a.py", "b.py"),
  kind: fc.constantFrom("create", "modify", "delete", "rename", "revert"),
  oldPath: orNull(fc.constant("old.py")),
  oldText: orNull(text),
  newText: orNull(text),
  succeeded: fc.boolean(),
  via: fc.constantFrom("tool", "shell"),
  functions: fc.array(fc.constantFrom("f", "C.m"), { maxLength: 1 }),
});
const call = fc.record({
  name: fc.constantFrom("bash", "str_replace_editor", "edit"),
  arguments: fc.oneof(
    fc.constant({ command: "create", path: "/testbed/a.py", file_text: "x" }),
    fc.constant({ command: "ls" }),
    extra,
  ),
});
const draft = fc
  .record({
    source: fc.constantFrom("system", "user", "agent"),
    text,
    reasoning: orNull(text),
    calls: fc.array(call, { maxLength: 3 }),
    replies: fc.array(fc.record({ content: text, isError: orNull(fc.boolean()), exitCode: orNull(fc.integer()) }), {
      maxLength: 3,
    }),
    edits: fc.array(edit, { maxLength: 2 }),
    marks: fc.uniqueArray(fc.constantFrom("demonstration", "synthetic", "copied-context", "condensation", "subagent"), {
      maxLength: 2,
    }),
    timestamp: orNull(fc.constantFrom("2025-04-30T16:32:54.707474Z", "2025-04-30", "yesterday")),
    model: orNull(text),
    usage: orNull(usage),
    seconds: orNull(count),
    workingDirectory: orNull(fc.constant("/testbed")),
    extra,
  })
  .map(({ calls, replies, ...rest }) => ({
    ...rest,
    toolCalls: calls.map((each, at) => ({ id: `c${at}`, ...each })),
    observations: replies.map((each, at) => ({ callId: at < calls.length ? `c${at}` : null, ...each })),
  })) as fc.Arbitrary<Step>;

/** Any trajectory that its schema allows and that readers could have made: every field varied, steps numbered. */
export const anyTrajectory: fc.Arbitrary<Trajectory> = fc.record({
  schemaVersion: fc.constant("memop-trajectory-1" as const),
  taskId: orNull(text),
  agent: fc.record({ name: text, version: orNull(fc.constantFrom("1.0", "unknown")) }),
  model: orNull(text),
  limits: fc.record({ turns: orNull(fc.constantFrom(1, 20.5)), costUsd: orNull(count), seconds: orNull(count) }),
  seed: orNull(fc.integer()),
  exitStatus: orNull(text),
  health: fc.constantFrom("healthy", "error", "timeout", "infra"),
  finalPatch: orNull(text),
  usage: fc.record({
    promptTokens: orNull(count),
    completionTokens: orNull(count),
    cachedTokens: orNull(count),
    costUsd: orNull(count),
    seconds: orNull(count),
  }),
  tools: orNull(fc.array(fc.oneof(fc.constant({ type: "function" }), fc.constant("bash")), { maxLength: 2 })),
  steps: fc.array(draft, { maxLength: 5 }).map(numberedSteps),
  extra,
});

/** Any trajectory with or without an outcome and its task. */
export const anyReading: fc.Arbitrary<Reading> = fc
  .record({
    trajectory: anyTrajectory,
    verdict: fc.option(fc.constantFrom("resolved", "unresolved", "empty-patch", "infra-failure"), { nil: null }),
    hasTask: fc.boolean(),
  })
  .map(({ trajectory, verdict, hasTask }) => {
    const { taskId } = trajectory;
    const task = taskId === null || !hasTask ? null : { ...emptyTask, taskId };
    const outcome = taskId === null || verdict === null ? null : outcomeOfVerdict(taskId, verdict);
    return { trajectory, outcome, task };
  });

const emptyTask: Omit<Task, "taskId"> = {
  repo: "org/repo",
  baseCommit: null,
  language: null,
  problemStatement: "The value is wrong.",
  goldPatch: null,
  testPatch: null,
  failToPass: ["t"],
  passToPass: [],
  createdAt: null,
};

/** JSON has no -0. */
function withoutNegativeZero(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
