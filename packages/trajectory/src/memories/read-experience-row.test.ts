import { expect, test } from "vitest";
import { readExperienceRow } from "./read-experience-row.ts";

const reproduce = { issue_description: "It is 1.", old_test: "", new_test: "print(1)", new_returncode: 0 };

test("a flat row and the row of an issue are memories whose text is the row", () => {
  const flat = readExperienceRow(reproduce);
  expect(flat).toMatchObject({ structure: "dictionary", generator: "experepair" });
  expect(flat?.memoryId).toMatch(/^experepair-reproduce-[0-9a-f]{16}$/);
  expect(JSON.parse(flat?.text ?? "")).toEqual(reproduce);
  const ofIssue = { time: "2025-06-23 22:29:41", issue_description: "x", exps: [{ old_patch: "", new_patch: "d" }] };
  expect(readExperienceRow(ofIssue)?.memoryId).toMatch(/^experepair-patch-/);
});

test("equal rows are one memory", () => {
  expect(readExperienceRow({ ...reproduce })?.memoryId).toBe(readExperienceRow(reproduce)?.memoryId);
});

test.each([
  ["an issue alone", { issue_description: "x" }],
  ["an issue without experiences", { issue_description: "x", exps: [] }],
  ["a row of something else", { issue_description: "x", exps: [{ score: 1 }] }],
  ["a list", [reproduce]],
])("%s is none", (_, record) => {
  expect(readExperienceRow(record)).toBeNull();
});
