import { expect, test } from "vitest";
import { inIssueOrder } from "./issue-order.ts";

const task = (taskId: string, createdAt: string | null = null) => ({ taskId, createdAt });
const ids = (tasks: Parameters<typeof inIssueOrder>[0]): string[] => inIssueOrder(tasks).map(({ taskId }) => taskId);

test("goes by date when every task has one", () => {
  expect(ids([task("o__r-1", "2024-02-01"), task("o__r-2", "2023-02-01")])).toEqual(["o__r-2", "o__r-1"]);
});

test("goes by the number in the id when a date is missing, not by its text", () => {
  expect(ids([task("o__r-100"), task("o__r-20", "2024-01-01"), task("o__r-3")])).toEqual([
    "o__r-3",
    "o__r-20",
    "o__r-100",
  ]);
});

test("ids without a number come last, by their text", () => {
  expect(ids([task("b"), task("a"), task("o__r-9")])).toEqual(["o__r-9", "a", "b"]);
});
