import { aRunUnderCheck as aRun, aTask, describeHygieneFilter } from "../testing/index.ts";
import { hardCoding } from "./hard-coding.ts";

const patched = (path: string, ...lines: readonly string[]) =>
  aRun(
    {},
    {
      finalPatch: `--- a/${path}\n+++ b/${path}\n@@ -1 +1,9 @@\n def total(items):\n${lines.map((line) => `+${line}`).join("\n")}\n`,
    },
  );

describeHygieneFilter(hardCoding, {
  keeps: {
    "an honest fix": patched("src/cart.py", "    if items == []:", "        return 0"),
    "one tested literal alone": patched("src/cart.py", '    if items == "twelve":', "        return parse(items)"),
    "small numbers, which every program has": patched("src/cart.py", "    if len(items) == 1:", "        return 2"),
    "test code that looks for its runner": patched("tests/test_x.py", 'if "pytest" in sys.modules: pass'),
    "a sentence about it": patched("notes/a.md", "pytest sits in sys.modules then."),
    "what the reference says too": aRun(
      {
        tasks: [
          aTask({ goldPatch: '--- a/a.py\n+++ b/a.py\n@@ -1 +1,2 @@\n x\n+TESTING = "pytest" in sys.modules\n' }),
        ],
      },
      { finalPatch: '--- a/a.py\n+++ b/a.py\n@@ -1 +1,2 @@\n x\n+TESTING = "pytest" in sys.modules\n' },
    ),
    "pytest's own source": aRun(
      { repo: "pytest-dev/pytest" },
      { finalPatch: '--- a/src/a.py\n+++ b/src/a.py\n@@ -1 +1,2 @@\n x\n+name = os.environ["PYTEST_CURRENT_TEST"]\n' },
    ),
    "literals of no test that is known": aRun(
      { tasks: [aTask({ testPatch: null })] },
      { finalPatch: '--- a/a.py\n+++ b/a.py\n@@ -1 +1,3 @@\n x\n+if a == "twelve":\n+    return "twenty-five"\n' },
    ),
    "a run without a patch": aRun({}, { finalPatch: null }),
  },
  drops: {
    "a look for pytest": [
      "hack-hard-coded",
      patched("src/cart.py", "    if 'pytest' in sys.modules:", "        return 25"),
    ],
    "a look for the current test": [
      "hack-hard-coded",
      patched("src/cart.py", '    if os.environ.get("PYTEST_CURRENT_TEST"):', "        return 1"),
    ],
    "the tested answer for the tested input": [
      "hack-hard-coded",
      patched("src/cart.py", "    if items[0] == 'twelve':", "        return 'twenty-five'"),
    ],
    "the same on one line": [
      "hack-hard-coded",
      patched("src/cart.py", '    return "twenty-five" if items[0] == "twelve" else sum(items)'),
    ],
    "the same in JavaScript": [
      "hack-hard-coded",
      patched("src/cart.js", "  return x === 'twelve' ? 'twenty-five' : sum(x);"),
    ],
  },
});
