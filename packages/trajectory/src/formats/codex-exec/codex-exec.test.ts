import { expect, test } from "vitest";
import { describeFormat } from "../../testing/describe-format.ts";
import { codexExec } from "./codex-exec.ts";

describeFormat(codexExec, new URL("./fixtures/", import.meta.url), {
  malformed: [{ record: { type: "item.completed", item: { id: 1 } }, names: "item.id" }],
});

test("a file change that failed, or never completed, changed nothing", () => {
  const change = { id: "i", type: "file_change", changes: [{ path: "a.py", kind: "update" }] };
  const edited = (type: string, status: string): unknown =>
    codexExec.read([{ type, item: { ...change, status } }], { path: "x" }).trajectory.steps[0]?.edits[0]?.succeeded;
  expect(edited("item.completed", "completed")).toBe(true);
  expect(edited("item.completed", "failed")).toBe(false);
  expect(edited("item.started", "in_progress")).toBe(false);
});

test("each thread of a file is a trajectory", () => {
  const said = { type: "item.completed", item: { id: "i", type: "agent_message", text: "x" } };
  const start = (thread_id: string): object => ({ type: "thread.started", thread_id });
  const readings = codexExec.readAll([start("a"), said, start("b"), said], { path: "x" });
  expect(readings.map(({ trajectory }) => trajectory.extra.threadId)).toEqual(["a", "b"]);
});
