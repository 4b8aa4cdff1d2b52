import { expect, test } from "vitest";
import { describeFormat } from "../../testing/describe-format.ts";
import { expeRepair } from "./experepair.ts";
import { runFolderOf } from "./run-folder.ts";

describeFormat(expeRepair, new URL("./fixtures/", import.meta.url), {
  under: "results",
  malformed: [],
  leavesOut: [
    { path: /^$/, reason: "diffs and texts that other files hold too, or the program's own notes" },
    {
      path: /_folder|_file|setup_map|tasks_map|last_step|_responses|_tests|_feedbacks|stdout/,
      reason: "paths and state of the program",
    },
    { path: /hints_text|created_at|environment_setup_commit|pr_link/, reason: "the task's table has what it needs" },
  ],
});

test("the stages of an instance are one run, whatever their folders are called", () => {
  const groups = ["reproduce_example", "localize_lite", "generate_x", "validation_example"].map(
    (stage) => runFolderOf(`r/${stage}/django/django__django-1/search/x.json`)?.group,
  );
  expect(new Set(groups)).toEqual(new Set(["r/django__django-1"]));
});

test("a patch that could not be extracted is an edit that failed", () => {
  const folder = "g/generate_example/acme/acme__widget-7";
  const answer = (text: string) => ({
    role: "assistant",
    content: `<file>a.py</file><original>x</original><patched>${text}</patched>`,
  });
  const paths = [`${folder}/conv_patch_0.json`, `${folder}/extract_status_0.json`, `${folder}/extract_status_1.json`];
  const records = [
    [{ role: "user", content: "issue" }, answer("1"), answer("2")],
    { extract_status: ["MATCHED_BUT_EMPTY_ORIGIN"] },
    { extract_status: ["APPLICABLE_PATCH"] },
  ];
  const { steps } = expeRepair.read(records, { path: paths[0] as string, paths }).trajectory;
  expect(steps.flatMap((step) => step.edits.map((edit) => edit.succeeded))).toEqual([false, true]);
});
