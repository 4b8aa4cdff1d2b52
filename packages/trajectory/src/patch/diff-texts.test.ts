import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { applyHunks } from "./apply-hunks.ts";
import { diffTexts } from "./diff-texts.ts";
import { parseUnifiedDiff } from "./parse-unified-diff.ts";
import { printUnifiedDiff } from "./print-unified-diff.ts";

const printed = (before: string | null, after: string | null) => {
  const patch = diffTexts("a.py", before, after);
  return patch === null ? "" : printUnifiedDiff([patch]);
};

test("changes far from each other are hunks of their own, with three lines around", () => {
  const lines = Array.from({ length: 20 }, (_, at) => `${at + 1}\n`);
  const after = lines.map((line) => (line === "2\n" ? "two\n" : line === "19\n" ? "" : line)).join("");
  expect(printed(lines.join(""), after)).toBe(
    "diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1,5 +1,5 @@\n 1\n-2\n+two\n 3\n 4\n 5\n@@ -16,5 +16,4 @@\n 16\n 17\n 18\n-19\n 20\n",
  );
});

test("files that come and go", () => {
  expect(printed(null, "x\n")).toContain("new file mode 100644\n--- /dev/null\n+++ b/a.py\n@@ -0,0 +1 @@\n+x\n");
  expect(printed("x\n", null)).toContain("deleted file mode 100644\n--- a/a.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n");
  expect(printed("x\n", "x\n")).toBe("");
});

const text = fc
  .tuple(fc.array(fc.constantFrom("a", "b", "", "  c"), { maxLength: 25 }), fc.boolean())
  .map(([lines, ends]) => lines.join("\n") + (ends && lines.length > 0 ? "\n" : ""));

test("applying the printed diff gives the other text, by our own reader", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== "" && after !== "");
      const [patch] = parseUnifiedDiff(printed(before, after));
      const applied = applyHunks(before.replace(/\n$/, "").split("\n"), patch?.hunks ?? []);
      expect(applied?.lines.join("\n").replace(/\n+$/, "")).toBe(after.replace(/\n+$/, ""));
    }),
  );
});

test("git applies it, byte for byte", () => {
  const folder = mkdtempSync(join(tmpdir(), "memop-diff-"));
  try {
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(before !== after && before !== "" && after !== "");
        writeFileSync(join(folder, "a.py"), before);
        execFileSync("git", ["apply", "--whitespace=nowarn", "-"], { cwd: folder, input: printed(before, after) });
        expect(readFileSync(join(folder, "a.py"), "utf8")).toBe(after);
      }),
      { numRuns: 40 },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
