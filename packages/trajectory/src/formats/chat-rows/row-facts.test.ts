import { describe, expect, test } from "vitest";
import { chatRows } from "./chat-rows.ts";

const read = (row: object) => chatRows.read([{ messages: [{ role: "user", content: "u" }], ...row }], { path: "x" });
const patchOf = (row: object) => read(row).trajectory.finalPatch;

describe("the agent's patch", () => {
  test("is `patch` where no other column claims to be", () => {
    expect(patchOf({ patch: "p" })).toBe("p");
    expect(patchOf({ patch: "p", model_patch: "m" })).toBe("m");
    expect(patchOf({ patch: "p", model_patch: null })).toBeNull();
    expect(patchOf({ patch: "p", generated_patch: "" })).toBe("");
    expect(patchOf({ patch: "p", test_result: { git_patch: "g" } })).toBe("g");
  });

  test("is never the reference solution of a row that describes its task", () => {
    const { trajectory } = read({ patch: "gold", base_commit: "abc", test_patch: "t" });
    expect(trajectory.finalPatch).toBeNull();
    expect(trajectory.extra).toEqual({ patch: "gold", base_commit: "abc", test_patch: "t" });
  });
});

describe("an outcome", () => {
  test.each([
    [{ resolved: true }, { resolved: true, reason: "resolved" }],
    [{ resolved: 0 }, { resolved: false, reason: "unresolved" }],
    [
      { test_result: { report: { resolved: false, empty_generation: true } } },
      { resolved: false, reason: "empty-patch" },
    ],
    [
      { test_result: { report: { resolved: false, failed_apply_patch: true } } },
      { resolved: false, reason: "patch-not-applied" },
    ],
    [{ test_result: { report: { resolved: false, test_timeout: true } } }, { resolved: false, reason: "test-timeout" }],
    [
      { resolved: true, test_result: { report: { resolved: false } } },
      { resolved: true, reason: "resolved" },
    ],
  ])("is read from %j", (row, expected) => {
    expect(read({ instance_id: "a__b-1", ...row }).outcome).toMatchObject({ taskId: "a__b-1", ...expected });
  });

  test.each([{ resolved: null }, { resolved: "yes" }, {}])("is none for %j", (row) => {
    expect(read({ instance_id: "a__b-1", ...row }).outcome).toBeNull();
  });

  test("is none without a task to belong to", () => {
    const { outcome, trajectory } = read({ resolved: true });
    expect(outcome).toBeNull();
    expect(trajectory.extra).toEqual({ resolved: true });
  });
});
