import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { goldFunctions } from "./gold-functions.ts";
import { sameFunction } from "./same-function.ts";

/** A patch of one hunk over `file`. */
function patchOf(body: string, section = "", file = "pkg/a.py"): string {
  const lines = body.split("\n");
  const old = lines.filter((line) => !line.startsWith("+")).length;
  const fresh = lines.filter((line) => !line.startsWith("-")).length;
  return `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n@@ -5,${old} +5,${fresh} @@ ${section}\n${body}\n`;
}

const names = (patch: string) => goldFunctions(patch).map(({ name }) => name);

describe("a changed line", () => {
  test("belongs to the function that the hunk shows", () => {
    expect(names(patchOf(" def f():\n-    a\n+    b"))).toEqual(["f"]);
  });

  test("belongs to the function of the hunk's header when the hunk shows none", () => {
    expect(names(patchOf("     a\n-    b\n+    c", "def f():"))).toEqual(["f"]);
  });

  test("of a method that the header names is not qualified", () => {
    expect(names(patchOf("         a\n-        b\n+        c", "def f(self, x):"))).toEqual(["f"]);
  });

  test("in a method is qualified by the class of the header", () => {
    expect(names(patchOf("     def f(self):\n-        b\n+        c", "class A(B):"))).toEqual(["A.f"]);
  });

  test("that is a definition line counts for that function", () => {
    expect(names(patchOf(" x = 1\n-def f(a):\n+def f(a, b):\n     pass", "def other():"))).toEqual(["f"]);
  });

  test("of a renamed function counts for both names", () => {
    expect(names(patchOf("-def f():\n+def g():\n     pass"))).toEqual(["f", "g"]);
  });

  test("at module level belongs to no function, whatever the header says", () => {
    expect(names(patchOf("-X = 1\n+X = 2", "def f():"))).toEqual([]);
  });

  test("at class level belongs to no function, whatever the header says", () => {
    expect(names(patchOf("     \n-    x = 1\n+    x = 2", "def f(self):"))).toEqual([]);
    expect(names(patchOf("     \n-    x = 1\n+    x = 2", "class A:"))).toEqual([]);
  });

  test("that is blank belongs to no function", () => {
    expect(names(patchOf(" def f():\n     a\n+\n     b"))).toEqual([]);
  });

  test("after the end of a function belongs to what follows", () => {
    expect(names(patchOf(" def f():\n     a\n \n-def g():\n-    b\n+def g():\n+    c"))).toEqual(["g"]);
  });
});

test("context lines count for nothing", () => {
  expect(names(patchOf(" def f():\n     a\n \n \n def g():\n-    b\n+    c"))).toEqual(["g"]);
});

test("tests and files of unknown languages have no gold functions", () => {
  expect(names(patchOf(" def f():\n-    a\n+    b", "", "tests/test_a.py"))).toEqual([]);
  expect(names(patchOf(" def f():\n-    a\n+    b", "", "docs/a.rst"))).toEqual([]);
});

test("the same name in two files is two gold functions", () => {
  const body = " def f():\n-    a\n+    b";
  expect(goldFunctions(patchOf(body) + patchOf(body, "", "pkg/b.py"))).toEqual([
    { file: "pkg/a.py", name: "f" },
    { file: "pkg/b.py", name: "f" },
  ]);
});

test("other languages are read by their own definitions", () => {
  expect(names(patchOf(" func (s *S) Run() {\n-\ta()\n+\tb()", "", "s.go"))).toEqual(["S.Run"]);
  expect(names(patchOf("   a();\n-  b();\n+  c();", "static void run(int x) {", "s.c"))).toEqual(["run"]);
});

test.each<[string, string, boolean]>([
  ["f", "f", true],
  ["A.f", "f", true],
  ["A.f", "A.f", true],
  ["A.f", "B.f", false],
  ["f", "g", false],
  ["A.B.f", "B.f", true],
  ["A.B.f", "A.f", false],
  ["Server::run", "Server.run", true],
])("%s and %s are the same function: %s", (a, b, expected) => {
  expect(sameFunction(a, b)).toBe(expected);
});

test("being the same function does not depend on the order", () => {
  const name = fc
    .array(fc.constantFrom("A", "B", "f", "g"), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join("."));
  fc.assert(fc.property(name, name, (a, b) => sameFunction(a, b) === sameFunction(b, a) && sameFunction(a, a)));
});
