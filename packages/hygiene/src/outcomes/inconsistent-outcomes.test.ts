import { aRunUnderCheck as aRun, aTask, describeHygieneFilter } from "../testing/index.ts";
import { foreignPatch } from "./foreign-patch.ts";
import { harnessError } from "./harness-error.ts";
import { resolvedWithoutPatch } from "./resolved-without-patch.ts";

const outcome = (
  resolved: boolean | null,
  reason: string,
  health: "healthy" | "error" | "timeout" | "infra" = "healthy",
) => ({ outcome: { resolved, reason, health } });
const patch = (...paths: readonly string[]) => ({
  finalPatch: paths
    .map((path) => `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`)
    .join(""),
});

describeHygieneFilter(resolvedWithoutPatch, {
  keeps: {
    "a resolved run": aRun(),
    "an unresolved run whose patch did not apply": aRun(outcome(false, "patch-not-applied")),
    "a resolved run whose patch is not recorded": aRun({}, { finalPatch: null }),
    "a run whose outcome is unknown": aRun({ outcome: null }, { finalPatch: "" }),
  },
  drops: {
    "resolved although the patch did not apply": [
      "resolved-without-patch",
      aRun(outcome(true, "resolved-but-patch-not-applied")),
    ],
    "resolved with an empty patch": ["resolved-without-patch", aRun({}, { finalPatch: "\n" })],
  },
});

describeHygieneFilter(harnessError, {
  keeps: {
    "an honest failure": aRun(outcome(false, "unresolved")),
    "a patch that did not apply, which is the agent's own": aRun(outcome(false, "patch-not-applied")),
    "a broken run that nobody counted": aRun(outcome(null, "infra-failure", "infra")),
    "a resolved run": aRun({}, { health: "timeout" }),
  },
  drops: {
    "an evaluation that broke": ["harness-error", aRun(outcome(false, "evaluation-error", "error"))],
    "a test timeout of the harness": ["harness-error", aRun(outcome(false, "test-timeout", "timeout"))],
    "a crashed run": ["harness-error", aRun(outcome(false, "unresolved"), { health: "error" })],
    "a reason that says so though its health does not": ["harness-error", aRun(outcome(false, "test-error"))],
  },
});

describeHygieneFilter(foreignPatch, {
  keeps: {
    "a patch of a file that the run opened": aRun(),
    "a file that is named by its folder and its name": aRun({}, patch("lib/deep/src/a.py")),
    "a file that the reference changes too": aRun({}, patch("src/cart.py")),
    "a file that the issue names": aRun(
      { tasks: [aTask({ problemStatement: "See lib/money.py" })] },
      patch("lib/money.py"),
    ),
    "one known file among others": aRun({}, patch("src/a.py", "autograd/core.py")),
    "a file at the root, which environments change": aRun({}, patch("tox.ini")),
    "created files alone": aRun({}, { finalPatch: "--- /dev/null\n+++ b/new/file.py\n@@ -0,0 +1 @@\n+x\n" }),
    "a run without turns": aRun({}, { ...patch("autograd/core.py"), steps: [] }),
    "no patch": aRun({}, { finalPatch: null }),
  },
  drops: {
    "a patch of another repository": ["foreign-patch", aRun({}, patch("autograd/core.py", "autograd/util.py"))],
  },
});
