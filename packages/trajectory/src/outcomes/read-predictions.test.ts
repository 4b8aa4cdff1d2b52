import { expect, test } from "vitest";
import { readPredictions } from "./read-predictions.ts";

const row = { instance_id: "a__b-1", model_name_or_path: "m", model_patch: "\ndiff" };
const prediction = { taskId: "a__b-1", model: "m", patch: "\ndiff" };

test("one row, a list of rows and an object by id give the same", () => {
  expect(readPredictions(row)).toEqual([prediction]);
  expect(readPredictions([row])).toEqual([prediction]);
  expect(readPredictions({ "a__b-1": row })).toEqual([prediction]);
  expect(readPredictions({ "a__b-1": { model_name_or_path: "m", model_patch: "\ndiff" } })).toEqual([prediction]);
});

test("a null patch stays null and an empty one empty", () => {
  expect(readPredictions({ ...row, model_patch: null })?.[0]?.patch).toBeNull();
  expect(readPredictions({ ...row, model_patch: "" })?.[0]?.patch).toBe("");
});

test("a Multi-SWE-bench row is a prediction", () => {
  expect(readPredictions({ org: "o", repo: "r", number: "7", fix_patch: "d" })).toEqual([
    { taskId: "o__r-7", model: null, patch: "d" },
  ]);
});

test.each<[string, unknown]>([
  ["a run", { ...row, trajectory: [] }],
  ["a list with anything else in it", [row, { instance_id: "x" }]],
  ["a task", { instance_id: "a", patch: "d", base_commit: "c" }],
  ["a Multi-SWE-bench task", { org: "o", repo: "r", number: 7, fix_patch: "d", base: {}, test_patch: "t" }],
  ["a row without an id", { model_patch: "d" }],
  ["an empty list", []],
  ["an empty object", {}],
  ["null", null],
  ["text", "x"],
])("%s is no prediction", (_, record) => {
  expect(readPredictions(record)).toBeNull();
});
