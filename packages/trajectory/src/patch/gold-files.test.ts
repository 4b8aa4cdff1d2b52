import { expect, test } from "vitest";
import { filesOfPatch } from "./files-of-patch.ts";
import { goldFiles } from "./gold-files.ts";

const patch = `diff --git a/pkg/old.py b/pkg/new.py
similarity index 90%
rename from pkg/old.py
rename to pkg/new.py
--- a/pkg/old.py
+++ b/pkg/new.py
@@ -1 +1 @@
-a
+b
diff --git a/pkg/gone.py b/pkg/gone.py
deleted file mode 100644
--- a/pkg/gone.py
+++ /dev/null
@@ -1 +0,0 @@
-a
diff --git a/tests/test_pkg.py b/tests/test_pkg.py
--- a/tests/test_pkg.py
+++ b/tests/test_pkg.py
@@ -1 +1 @@
-a
+b
`;

test("a renamed file is one gold file under both of its names", () => {
  const { files, aliases } = goldFiles(patch);
  expect(files).toEqual(["pkg/new.py", "pkg/gone.py"]);
  expect(aliases.get("pkg/old.py")).toBe("pkg/new.py");
  expect(aliases.get("pkg/new.py")).toBe("pkg/new.py");
});

test("a test file in the reference patch is not gold", () => {
  expect(goldFiles(patch).aliases.has("tests/test_pkg.py")).toBe(false);
});

test("a patch without a diff has no gold files", () => {
  expect(goldFiles("").files).toEqual([]);
});

test("the files of a patch are all names in it, tests included", () => {
  expect(filesOfPatch(patch)).toEqual(["pkg/old.py", "pkg/new.py", "pkg/gone.py", "tests/test_pkg.py"]);
});
