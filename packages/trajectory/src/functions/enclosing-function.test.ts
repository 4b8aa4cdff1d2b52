import { describe, expect, test } from "vitest";
import { definitionsIn } from "./definitions-in.ts";
import { enclosingFunction } from "./enclosing-function.ts";
import type { Language } from "./language.ts";

/** The function around the line that holds `here`. */
function around(text: string, language: Language = "python"): string | null {
  const lines = text.split("\n");
  const index = lines.findIndex((line) => line.includes("here"));
  expect(index).not.toBe(-1);
  return enclosingFunction(lines, index, language);
}

describe("in Python", () => {
  test.each<[string, string, string | null]>([
    ["a method", "class A:\n    def f(self):\n        here", "A.f"],
    ["a function", "def f():\n    here", "f"],
    ["an inner function", "def f():\n    def g():\n        here\n    return g", "g"],
    ["an outer function after its inner one", "def f():\n    def g():\n        pass\n    here", "f"],
    ["a nested class", "class A:\n    class B:\n        def f(self):\n            here", "B.f"],
    ["a definition line", "class A:\n    def here(self):\n        pass", "A.here"],
    ["a decorator", "class A:\n    @here\n    @other(\n        1,\n    )\n    def f(self):\n        pass", "A.f"],
    ["a parameter", "def f(\n    here,\n):\n    pass", "f"],
    ["the end of a parameter list", "def f(\n    a,\n) -> here:\n    pass", "f"],
    ["a body after a parameter list", "def f(\n    a,\n):\n    here", "f"],
    ["a body after a comment at the margin", "def f():\n    a\n# note\n    here", "f"],
    ["module level", "def f():\n    pass\n\nhere = 1", null],
    ["a block at module level", "def f():\n    pass\n\nif x:\n    here", null],
    ["a list at module level", "def f():\n    pass\n\nNAMES = [\n    here,\n]", null],
    ["class level", "class A:\n    def f(self):\n        pass\n\n    here = 1", null],
    ["a decorator of a class", "def f():\n    pass\n\n@here\nclass A:\n    pass", null],
  ])("%s", (_, text, expected) => expect(around(text)).toBe(expected));
});

describe("in other languages", () => {
  test.each<[Language, string, string | null]>([
    ["java", "class A {\n    void f() {\n        here;\n    }\n}", "A.f"],
    ["java", "class A {\n    void f() {\n    }\n    int here;\n}", null],
    ["c", "static int\nfoo (int a)\n{\n#ifdef X\n  here;\n#endif\n}", "foo"],
    ["c", "int f(void)\n{\n  a;\nout:\n  here;\n}", "f"],
    ["cpp", "void S::run()\n{\n  here;\n}", "S.run"],
    ["cpp", "class S {\npublic:\n  void run() {\n    here;\n  }\n};", "S.run"],
    ["go", "func (s *S) Run() {\n\there\n}", "S.Run"],
    ["rust", "impl S {\n    #[here]\n    fn run(&self) {\n    }\n}", "S.run"],
    ["typescript", "class S {\n  run(\n    here: number,\n  ): void {\n  }\n}", null],
    ["javascript", "class S {\n  run(a) {\n    return a.map((x) => {\n      here;\n    });\n  }\n}", "S.run"],
    ["ruby", "class S\n  def run\n    here\n  end\nend", "S.run"],
    ["php", "class S\n{\n    public function run()\n    {\n        here;\n    }\n}", "S.run"],
    ["csharp", "class S\n{\n    [Here]\n    public void Run()\n    {\n        here;\n    }\n}", "S.Run"],
  ])("%s: %j", (language, text, expected) => expect(around(text, language)).toBe(expected));
});

test("the definitions of some lines come in order with their indentation", () => {
  expect(definitionsIn(["class A:", "    def f(self):", "\tpass", "def g(): pass"], "python")).toEqual([
    { kind: "class", name: "A", owner: null, index: 0, indentation: 0 },
    { kind: "function", name: "f", owner: null, index: 1, indentation: 4 },
    { kind: "function", name: "g", owner: null, index: 3, indentation: 0 },
  ]);
});
