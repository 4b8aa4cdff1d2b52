import { expect, test } from "vitest";
import { parseUnifiedDiff } from "./parse-unified-diff.ts";
import { printUnifiedDiff } from "./print-unified-diff.ts";
import { reversePatch } from "./reverse-patch.ts";

const patch = `diff --git a/a.py b/a.py
--- a/a.py
+++ b/a.py
@@ -1,3 +1,4 @@ def f():
 a
-b
+c
+d
 e
diff --git a/n.py b/n.py
new file mode 100644
--- /dev/null
+++ b/n.py
@@ -0,0 +1 @@
+x
`;

test("the reverse of a patch takes out what it put in", () => {
  expect(printUnifiedDiff(reversePatch(parseUnifiedDiff(patch)))).toBe(`diff --git a/a.py b/a.py
--- a/a.py
+++ b/a.py
@@ -1,4 +1,3 @@ def f():
 a
-c
-d
+b
 e
diff --git a/n.py b/n.py
deleted file mode 100644
--- a/n.py
+++ /dev/null
@@ -1 +0,0 @@
-x
`);
});

test("reversing twice gives the patch back", () => {
  const patches = parseUnifiedDiff(patch);
  expect(reversePatch(reversePatch(patches))).toEqual(patches);
});
