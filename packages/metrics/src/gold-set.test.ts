import { describe, expect, test } from "vitest";
import { goldSetOf } from "./gold-set.ts";

const rename = [
  "diff --git a/old.py b/new.py",
  "similarity index 90%",
  "rename from old.py",
  "rename to new.py",
  "--- a/old.py",
  "+++ b/new.py",
  "@@ -1,2 +1,2 @@",
  " def stay():",
  "-    return 1",
  "+    return 2",
  "",
].join("\n");

describe("the gold set of a task", () => {
  test("is read from the patch", () => {
    const gold = goldSetOf({ patch: rename, files: null, functions: null });
    expect(gold?.files).toEqual(["new.py"]);
    expect(gold?.aliases.get("old.py")).toBe("new.py");
    expect(gold?.functions).toEqual([{ file: "new.py", name: "stay" }]);
  });

  test("is what the task says, with the patch's former names", () => {
    const gold = goldSetOf({ patch: rename, files: ["new.py"], functions: [] });
    expect(gold?.aliases.get("old.py")).toBe("new.py");
    expect(gold?.functions).toEqual([]);
  });

  test("needs no patch", () => {
    expect(goldSetOf({ patch: null, files: ["a.py"], functions: null })?.files).toEqual(["a.py"]);
  });

  test("is null when nothing is known, and empty when the patch is", () => {
    expect(goldSetOf({ patch: null, files: null, functions: null })).toBeNull();
    expect(goldSetOf({ patch: "", files: null, functions: null })?.files).toEqual([]);
  });
});
