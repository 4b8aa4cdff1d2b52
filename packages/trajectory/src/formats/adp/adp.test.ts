import { describe, expect, test } from "vitest";
import { describeFormat } from "../../testing/describe-format.ts";
import { loadFixtures } from "../../testing/format-fixtures.ts";
import { adp } from "./adp.ts";

const fixtures = new URL("./fixtures/", import.meta.url);

describeFormat(adp, fixtures, {
  malformed: [
    { record: { id: "a", content: [{ class_: "text_observation", content: 1 }] }, names: "content[0].content" },
    { record: { id: "a", content: [{ class_: "api_action" }, {}] }, names: "content[1].class_" },
  ],
  leavesOut: [{ path: /^schema_version$/, reason: "says how to read the document, not what happened" }],
});

const stepsOf = (content: readonly object[]) => adp.read([{ id: "x", content }], { path: "" }).trajectory.steps;
const user = (content: string) => ({ class_: "text_observation", content, source: "user" });
const result = (content: string) => ({ class_: "text_observation", content, source: "environment" });
const bash = (content: string, description: string | null = "Let me see.") => ({
  class_: "code_action",
  language: "bash",
  content,
  description,
});

describe("the order of items", () => {
  test("a run that ends on a user's text or on an unanswered call is read to its end (agent-data-protocol 111, 218)", () => {
    const steps = stepsOf([
      user("Fix it."),
      bash("ls"),
      result("a"),
      { class_: "message_action", content: "Done?" },
      user("No."),
    ]);
    expect(steps.map(({ source, turn }) => [source, turn])).toEqual([
      ["user", null],
      ["agent", 1],
      ["agent", 2],
      ["user", null],
    ]);
    expect(stepsOf([user("Fix it."), bash("ls")]).at(-1)).toMatchObject({
      toolCalls: [{ name: "bash" }],
      observations: [],
    });
  });

  test("actions in a row are one turn only where the later ones say nothing of their own", () => {
    expect(stepsOf([bash("ls"), bash("pwd", null), result("a"), result("b")])).toMatchObject([
      {
        observations: [
          { callId: "call-1", content: "a" },
          { callId: "call-2", content: "b" },
        ],
      },
    ]);
    expect(stepsOf([bash("ls"), bash("pwd")])).toHaveLength(2);
  });

  test("what is said after submit is the converter's and no turn", () => {
    const [fixture] = loadFixtures(fixtures);
    const { trajectory } = adp.read(fixture?.records ?? [], { path: "" });
    expect(trajectory.steps.at(-1)).toMatchObject({ marks: ["synthetic"], turn: null, text: "I did it!" });
  });
});

test("a task put after a finished one is pointed out (agent-data-protocol 218)", () => {
  const finish = { class_: "message_action", content: "<finish> 12 </finish>" };
  const extraOf = (content: readonly object[]) => adp.read([{ id: "x", content }], { path: "" }).trajectory.extra;
  expect(extraOf([user("one"), finish, user("two"), bash("ls")])).toEqual({ id: "x", furtherTasksAt: [2] });
  expect(extraOf([user("one"), finish, user("thanks")])).toEqual({ id: "x" });
});

test("a task is named by SWE-smith's trajectory id without the attempt's part, or by an id that is a task's", () => {
  const taskOf = (id: string) => adp.read([{ id, content: [user("x")] }], { path: "" }).trajectory.taskId;
  expect(taskOf("a__b.1d70d009.lm_rewrite__nuzjfyur.l13ggwmx_1")).toBe("a__b.1d70d009.lm_rewrite__nuzjfyur");
  expect(taskOf("a__b.73871d76.func_pm_remove_cond__lq60cp3u")).toBe("a__b.73871d76.func_pm_remove_cond__lq60cp3u");
  expect(taskOf("python__mypy-15976")).toBe("python__mypy-15976");
  expect(taskOf("os_42")).toBeNull();
});
