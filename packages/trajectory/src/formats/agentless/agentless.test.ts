import { expect, test } from "vitest";
import { describeFormat } from "../../testing/describe-format.ts";
import { agentless } from "./agentless.ts";

describeFormat(agentless, new URL("./fixtures/", import.meta.url), {
  malformed: [{ record: { instance_id: "", raw_output: [], traj: [] }, names: "instance_id" }],
  leavesOut: [
    { path: /^(?:all_generations|prev_content|raw_git_diffs)/, reason: "answers once more, and files before each" },
  ],
});

const call = (prompt: string, response: string) => ({ prompt, response, usage: { prompt_tokens: 5 } });
const block = (to: string) => `### a.py\n<<<<<<< SEARCH\nx\n=======\n${to}\n>>>>>>> REPLACE`;
const run = (files: Readonly<Record<string, Readonly<Record<string, unknown>>>>) => {
  const paths = Object.keys(files);
  const rows = Object.values(files).map((row) => ({ instance_id: "o__r-1", ...row }));
  return agentless.read(rows, { path: paths[0] as string, paths }).trajectory;
};

test("calls that later stages repeat are made once, in the order of the stages", () => {
  const file = { found_files: ["a.py"], file_traj: call("files?", "a.py") };
  const related = { ...file, found_related_locs: [["f"]], related_loc_traj: [call("which?", "f")] };
  const edit = { ...related, found_edit_locs: [["line: 1"]], edit_loc_traj: call("lines?", "line: 1") };
  const { steps, usage } = run({
    "r/edit_location_individual/loc_merged_0-0_outputs.jsonl": { ...edit, found_edit_locs: ["line: 1"] },
    "r/edit_location_samples/loc_outputs.jsonl": edit,
    "r/file_level/loc_outputs.jsonl": file,
    "r/related_elements/loc_outputs.jsonl": related,
  });
  expect(steps.map(({ text }) => text)).toEqual(["files?", "a.py", "which?", "f", "lines?", "line: 1"]);
  expect(usage.promptTokens).toBe(15);
});

test("an answer of which no patch could be made is an edit that failed; samples share their prompt", () => {
  const repair = {
    raw_output: ["", block("y"), block("z")],
    try_count: [1],
    traj: [call("fix", ""), call("fix", block("y")), call("fix", block("z"))],
  };
  const candidate = (patch: string) => ({
    model_name_or_path: "agentless",
    model_patch: patch,
    raw_model_patch: patch,
  });
  const { steps, finalPatch, extra } = run({
    "r/repair_sample_1/output.jsonl": repair,
    "r/repair_sample_1/output_1_processed.jsonl": candidate(""),
    "r/repair_sample_1/output_1_normalized.jsonl": { ...candidate(""), normalized_patch: "" },
    "r/repair_sample_1/output_2_processed.jsonl": candidate("diff --git a/a.py b/a.py"),
    "r/repair_sample_2/output_2_processed.jsonl": candidate("diff --git a/b.py b/b.py"),
  });
  expect(steps.map((step) => [step.source, step.edits.map((edit) => edit.succeeded)])).toEqual([
    ["user", []],
    ["agent", [false]],
    ["agent", [true]],
  ]);
  expect(finalPatch).toBeNull();
  expect(extra.candidates).toEqual([
    { file: "repair_sample_1/output_2_processed.jsonl", patch: "diff --git a/a.py b/a.py" },
    { file: "repair_sample_2/output_2_processed.jsonl", patch: "diff --git a/b.py b/b.py" },
  ]);
});

test("the patch of PatchPilot's last round was handed in", () => {
  const best = (patch: string) => ({ model_patch: patch, rank: 1, sample_idx: 0 });
  const { agent, finalPatch } = run({
    "r/repair/best_patches_round_0.jsonl": best("first"),
    "r/repair/best_patches_round_1.jsonl": best("second"),
    "r/repair/output.jsonl": { raw_output: [block("y")], git_diffs: ["first", "second"] },
  });
  expect([agent.name, finalPatch]).toEqual(["patchpilot", "second"]);
});

test("Agentless' own choice stays a prediction", () => {
  const row = { model_name_or_path: "agentless", instance_id: "o__r-1", model_patch: "x" };
  expect(agentless.matches(row)).toBe(false);
});

test("tests that were written to reproduce an issue are no repair", () => {
  const raw_output = [block("y")];
  const { steps } = run({
    "r/reproduction_test_samples/output.jsonl": { raw_output, try_count: [1], file_names: [["reproduce_bug.py"]] },
  });
  expect(steps.map((step) => [step.extra.stage, step.edits.length])).toEqual([["reproduction", 0]]);
});

test("stages in folders of their own are one run, two runs are not", () => {
  const row = { instance_id: "o__r-1", found_files: [] };
  const group = (path: string) => agentless.groupOf(row, { path });
  expect(group("run/file_level/loc_outputs.jsonl")).toBe(group("run/repair_sample_1/output.jsonl"));
  expect(group("run/file_level/loc_outputs.jsonl")).not.toBe(group("other/file_level/loc_outputs.jsonl"));
});

test("a failed row has no turn", () => {
  const row = {
    instance_id: "o__r-1",
    raw_output: [""],
    try_count: [0],
    all_generations: [[]],
    traj: [],
    prev_content: [[]],
  };
  expect(agentless.read([row], { path: "x" }).trajectory.steps).toEqual([]);
});
