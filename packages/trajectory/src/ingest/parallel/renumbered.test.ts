import { expect, test } from "vitest";
import type { ReadItem } from "../read-inputs.ts";
import { refused } from "../read-record.ts";
import { renumbered } from "./renumbered.ts";

function itemAt(source: string, sourceFile: string): ReadItem {
  return refused({ source, sourceFile, sourceByte: 7, condition: "none", run: null }, "empty", "", 7);
}

test.each([
  ["runs/a.jsonl:3", "runs/a.jsonl", "runs/a.jsonl:103"],
  ["runs/a.jsonl:3[2]~1", "runs/a.jsonl", "runs/a.jsonl:103[2]~1"],
  ["c:3/a:4.jsonl:3", "c:3/a:4.jsonl", "c:3/a:4.jsonl:103"],
  ["runs/a.jsonl", "runs/a.jsonl", "runs/a.jsonl"],
])("%s behind a hundred lines is %s", (source, sourceFile, expected) => {
  const moved = renumbered(itemAt(source, sourceFile), 100);
  expect([moved.at.source, "row" in moved && moved.row.source]).toEqual([expected, expected]);
  expect(renumbered(itemAt(source, sourceFile), 0)).toEqual(itemAt(source, sourceFile));
});
