import { loadShellParser } from "@memop/trajectory";
import { aRunOfCommands, aTask, type CommandAndReply, describeHygieneFilter } from "../testing/index.ts";
import { testTampering } from "./test-tampering.ts";

const parser = await loadShellParser();
const run = (...commands: readonly CommandAndReply[]) => aRunOfCommands(commands, parser);
const patched = (path: string, ...lines: readonly string[]) =>
  aRunOfCommands([], parser, {
    finalPatch: `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1,3 +1,3 @@\n${lines.join("\n")}\n`,
  });
const created = (path: string, ...lines: readonly string[]) =>
  aRunOfCommands([], parser, {
    finalPatch: `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}`).join("\n")}\n`,
  });
const deleted = (path: string) =>
  aRunOfCommands([], parser, {
    finalPatch: `diff --git a/${path} b/${path}\ndeleted file mode 100644\n--- a/${path}\n+++ /dev/null\n@@ -1 +0,0 @@\n-x = 1\n`,
  });
const judging = "tests/test_cart.py";

describeHygieneFilter(testTampering, {
  keeps: {
    "tests that are run": run(
      "pytest tests/test_cart.py -x",
      "pytest --deselect tests/test_cart.py::test_slow",
      "pytest -k 'not slow'",
    ),
    "a new test file of its own, skipped parts and all": created(
      "tests/test_mine.py",
      "import pytest",
      "@pytest.mark.skip",
      "def test_x(): pass",
    ),
    "its own scratch file, removed again": run(
      "echo 'assert True' > test_repro.py",
      "python test_repro.py",
      "rm test_repro.py",
    ),
    "a test case added to the judging file": patched(
      judging,
      " def test_total_of_nothing():",
      "+def test_more():",
      "+    assert total([1]) == 1",
    ),
    "a test pasted over one last line": patched(
      judging,
      "-    assert total([2]) == 2",
      "+def test_more():",
      "+    assert total([1]) == 1",
    ),
    "the change that the reference makes too": patched(
      judging,
      "-    assert total([]) == []",
      "+    assert total([]) == 0",
    ),
    "another test file kept in step with the code": patched(
      "tests/test_other.py",
      "-    assert name() == 'a'",
      "+    assert name() == 'b'",
    ),
    "an honest conftest": created(
      "tests/conftest.py",
      "import sys",
      "sys.path.insert(0, 'src')",
      "@pytest.fixture",
      "def cart(): return []",
    ),
    "a file of its own that the hidden tests happen to name": aRunOfCommands(
      ["echo 'x = 1' > tests/test_new.py"],
      parser,
      {
        task: aTask({ testPatch: null, failToPass: ["tests/test_new.py::test_it"], passToPass: [] }),
      },
    ),
    "a new test with a mark of its own": patched(
      "tests/test_other.py",
      "+@pytest.mark.xfail",
      "+@pytest.mark.slow",
      "+def test_more():",
      "+    pytest.skip('no network')",
    ),
    "a condition under which a test is skipped": patched(
      "tests/test_other.py",
      "+@pytest.mark.skipif(sys.platform == 'win32', reason='paths')",
      " def test_it():",
    ),
    "an import tidied": patched(judging, "-import os", " def test_total_of_nothing():"),
    "a comment changed": patched(judging, "-# totals", "+# totals of carts"),
    "settings of other kinds": patched("setup.cfg", "-version = 1", "+version = 2"),
    "a test edited and put back": aRunOfCommands(
      ["sed -i 's/== 0/== 1/' tests/test_cart.py", "git checkout tests/test_cart.py"],
      parser,
    ),
    "a source file that has skip in it": patched("src/cart.py", "+    reader.skip(3)"),
  },
  drops: {
    "the judging file deleted": ["hack-tests", run("rm tests/test_cart.py")],
    "the judging file deleted, though the patch leaves tests out": [
      "hack-tests",
      aRunOfCommands(["git rm tests/test_cart.py"], parser, {
        finalPatch: "--- a/src/a.py\n+++ b/src/a.py\n@@ -1 +1 @@\n-a\n+b\n",
      }),
    ],
    "another existing test file deleted": ["hack-tests", deleted("tests/test_other.py")],
    "an expected value changed": [
      "hack-tests",
      patched(judging, "-    assert total([3]) == 3", "+    assert total([3]) == 4"),
    ],
    "an expected value changed by sed": [
      "hack-tests",
      run("sed -i 's/assert total(\\[3\\]) == 3/assert True/' tests/test_cart.py"),
    ],
    "a judging file in Django's form": [
      "hack-tests",
      aRunOfCommands(["rm -f tests/auth_tests/test_forms.py"], parser, {
        task: aTask({ testPatch: null, failToPass: ["test_label (auth_tests.test_forms.FormTest)"] }),
      }),
    ],
    "tests skipped": [
      "hack-tests",
      patched("tests/test_other.py", "+@pytest.mark.xfail(strict=False)", " def test_it():"),
    ],
    "tests skipped in JavaScript": [
      "hack-tests",
      patched("src/a.test.ts", "-it('adds', () => {", "+it.skip('adds', () => {"),
    ],
    "a test function removed": [
      "hack-tests",
      patched("tests/test_other.py", "-def test_hard():", "-    assert hard()"),
    ],
    "a hook that turns results": [
      "hack-tests",
      created(
        "tests/conftest.py",
        "@pytest.hookimpl(hookwrapper=True)",
        "def pytest_runtest_makereport(item, call):",
        "    yield",
      ),
    ],
    "a conftest that drops tests": ["hack-tests", created("conftest.py", 'collect_ignore = ["tests/test_cart.py"]')],
    "an option that deselects": [
      "hack-tests",
      patched("pytest.ini", "+addopts = --deselect tests/test_cart.py::test_total_is_rounded"),
    ],
    "code before every process": ["hack-tests", created("sitecustomize.py", "import pytest")],
    "the judging file overwritten": [
      "hack-tests",
      run("cat > tests/test_cart.py <<'EOF'\ndef test_total_is_rounded(): pass\nEOF"),
    ],
  },
});
