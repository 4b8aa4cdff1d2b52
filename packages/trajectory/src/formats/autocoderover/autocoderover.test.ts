import { expect, test } from "vitest";
import { describeFormat } from "../../testing/describe-format.ts";
import { autoCodeRover } from "./autocoderover.ts";

const folder = "runs/acme__widget-7_2024-04-06_13-51-50";

describeFormat(autoCodeRover, new URL("./fixtures/", import.meta.url), {
  malformed: [],
  leavesOut: [
    {
      path: /^$/,
      reason: "raw answers, the reference patch, the issue and logs are elsewhere too, or are the program's own notes",
    },
    {
      path: /suspicious|method_name|file_name|class_name/,
      reason: "lists of the analysis tool, which a message repeats",
    },
    { path: /^\[4\]\.content$/, reason: "cut into the results of the single calls" },
    {
      path: /hints_text|created_at|test_patch|version|environment_setup_commit|pr_link/,
      reason: "the task's table has what it needs",
    },
  ],
});

test("a conversation whose message has no role is refused with the name of its file", () => {
  const paths = [`${folder}/conversation_round_0.json`];
  const record = [{ role: "user", content: "x" }, { content: "y" }];
  expect(() => autoCodeRover.read([record], { path: paths[0] as string, paths })).toThrow(
    expect.objectContaining({
      code: "BAD_RECORD",
      message: expect.stringMatching(/conversation_round_0\.json: .*\[1\]\.role/),
    }),
  );
});

test("each search call has its own result, and says whether it found anything", () => {
  const conversation = [
    { role: "user", content: "issue" },
    { role: "assistant", content: 'search_class("A") and search_class("B")' },
    { role: "user", content: 'Result of search_class("A"):\nfound\n\nResult of search_class("B"):\nnone\n' },
  ];
  const call = (name: string, ok: boolean) => ({
    func_name: "search_class",
    arguments: { class_name: name },
    call_ok: ok,
  });
  const paths = [`${folder}/conversation_round_0.json`, `${folder}/tool_call_layers.json`];
  const { trajectory } = autoCodeRover.read([conversation, [[call("A", true), call("B", false)]]], {
    path: paths[0] as string,
    paths,
  });
  expect(trajectory.steps[1]?.observations.map(({ callId, isError }) => [callId, isError])).toEqual([
    ["call-1", false],
    ["call-2", true],
  ]);
});

test("SpecRover's selected patch was handed in, its stages stand in their order, reviews are kept", () => {
  const said = (text: string) => [
    { role: "user", content: `about ${text}` },
    { role: "assistant", content: text },
  ];
  const files: Record<string, unknown> = {
    "agent_selection.json": said("select"),
    "output_0/conv_patch_1.json": said("patch 1"),
    "output_0/conv_review_1_0.json": said("review"),
    "output_0/conv_test_0.json": said("test"),
    "output_0/extracted_patch_1.diff": "first",
    "output_0/review_p1_t0.json": { "patch-correct": "no" },
    "output_0/search_round_0.json": said("search"),
    "output_1/conv_patch_1.json": said("patch 2"),
    "output_1/extracted_patch_1.diff": "second",
    "output_1/regression_1.json": { no_additional_failure: true },
    "selected_patch.json": { selected_patch: "output_0/extracted_patch_1.diff", reason: "agent-selected" },
  };
  const paths = Object.keys(files).map((name) => `${folder}/${name}`);
  for (const [at, record] of Object.values(files).entries()) {
    expect(autoCodeRover.matches(record, { path: paths[at] as string })).toBe(true);
  }
  const { trajectory } = autoCodeRover.read(Object.values(files), { path: paths[0] as string, paths });
  const answers = trajectory.steps.filter((step) => step.source === "agent").map((step) => step.text);
  expect(answers).toEqual(["test", "search", "patch 1", "review", "patch 2", "select"]);
  expect(trajectory.finalPatch).toBe("first");
  expect(trajectory.extra).toMatchObject({
    candidates: { "output_0/extracted_patch_1.diff": "first", "output_1/extracted_patch_1.diff": "second" },
    reviews: { "output_0/review_p1_t0.json": { "patch-correct": "no" } },
    validations: { "output_1/regression_1.json": { no_additional_failure: true } },
  });
});
