import type { Reporter, TestModule, TestSuite } from "vitest/node";

/** Prints, last and alone on a line, `N passed, N failed, N skipped`, for people and programs that read only the end. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const reasons = modules.flatMap(missingParts).sort();
    const lines = [...new Set(reasons)].map((reason) => `skipped what ${reason}\n`);
    // On exit, because other reporters may still print after this call.
    process.once("exit", () =>
      process.stdout.write(`${lines.join("")}${summaryLine(modules, unhandledErrors.length)}\n`),
    );
  }
}

/**
 * `N passed, N failed, N skipped`. Failed counts tests, and also what kept tests from running or came from none of them:
 * files that could not be loaded, hooks of a group that failed, and errors that nobody caught.
 */
export function summaryLine(modules: readonly TestModule[], unhandledErrors: number): string {
  const counts = { passed: 0, failed: unhandledErrors, skipped: 0 };
  for (const module of modules) {
    counts.failed += brokenGroups(module);
    for (const { state } of [...module.children.allTests()].map((test) => test.result())) {
      if (state === "passed" || state === "failed") counts[state] += 1;
      else counts.skipped += 1;
    }
  }
  return `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
}

function brokenGroups(module: TestModule): number {
  const groups: (TestModule | TestSuite)[] = [module, ...module.children.allSuites()];
  return groups.filter((group) => group.errors().length > 0).length;
}

/** Titles that `requirePart` gave to what it skipped. */
function missingParts(module: TestModule): string[] {
  return [...module.children.allTests("skipped")].map((test) => test.name).filter((name) => name.startsWith("needs "));
}
