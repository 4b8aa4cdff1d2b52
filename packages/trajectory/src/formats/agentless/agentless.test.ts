import { expect, test } from "vitest";
import { describeFormat } from "../../testing/describe-format.ts";
import { agentless } from "./agentless.ts";

describeFormat(agentless, new URL("./fixtures/", import.meta.url), {
  malformed: [{ record: { instance_id: "", raw_output: [], traj: [] }, names: "instance_id" }],
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
