import type { Task, Trajectory } from "@memop/trajectory";
import { aTrajectory } from "@memop/trajectory/testing";
import { fileChanges } from "../hacking/file-change.ts";
import type { MemoryUnderCheck } from "../memory-under-check.ts";
import type { RunUnderCheck } from "../run-under-check.ts";

/** A task for tests, of `pallets/flask`: its fix rounds a total, its test patch adds one test to an existing file. */
export function aTask(parts: Partial<Task> = {}): Task {
  return {
    taskId: "pallets__flask-1",
    repo: "pallets/flask",
    baseCommit: "4f3b1c9d2e7a8b6c5d4e3f2a1b0c9d8e7f6a5b4c",
    language: "python",
    problemStatement: "total() is wrong for long lists.",
    goldPatch: aGoldPatch,
    testPatch: aTestPatch,
    failToPass: ["tests/test_cart.py::test_total_is_rounded"],
    passToPass: ["tests/test_cart.py::test_total_of_nothing"],
    createdAt: null,
    ...parts,
  };
}

const aGoldPatch = `diff --git a/src/cart.py b/src/cart.py
--- a/src/cart.py
+++ b/src/cart.py
@@ -1,5 +1,8 @@
+from decimal import Decimal
 def total(items):
-    result = sum(items)
-    return result
+    result = round(sum(items, start=0.0), currency_digits)
+    if result is None:
+        return None
+    return result
`;

const aTestPatch = `diff --git a/tests/test_cart.py b/tests/test_cart.py
--- a/tests/test_cart.py
+++ b/tests/test_cart.py
@@ -1,4 +1,7 @@
 def test_total_of_nothing():
-    assert total([]) == []
+    assert total([]) == 0
+
+def test_total_is_rounded():
+    assert total(["twelve", "thirteen"]) == "twenty-five"
`;

/** A memory for tests, distilled from nothing and serving `aTask()`. */
export function aMemoryUnderCheck(text: string, parts: Partial<MemoryUnderCheck> = {}): MemoryUnderCheck {
  return { memory: { memoryId: "memory-1", text }, tasks: [aTask()], sources: [], ...parts };
}

/** A run for tests as if prepared, without actions, its changes those of its final patch. */
export function aRunUnderCheck(
  parts: Partial<RunUnderCheck> = {},
  trajectory: Partial<Trajectory> = {},
): RunUnderCheck {
  const run = { ...aTrajectory({ taskId: "pallets__flask-1" }), ...trajectory };
  return {
    trajectory: run,
    tasks: [aTask()],
    repo: "pallets/flask",
    outcome: { resolved: true, health: "healthy", reason: "resolved" },
    actions: [],
    changes: fileChanges(run, []),
    ...parts,
  };
}
