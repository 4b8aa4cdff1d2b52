import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FilePatch, Hunk, HunkLine } from "./file-patch.ts";
import { parseUnifiedDiff } from "./parse-unified-diff.ts";
import { printUnifiedDiff } from "./print-unified-diff.ts";

const modify = `diff --git a/src/a.py b/src/a.py
index 1111111..2222222 100644
--- a/src/a.py
+++ b/src/a.py
@@ -10,4 +10,5 @@ def work(self):
     one

-    two
+    2
+    three
     four
`;

function only(text: string): FilePatch {
  const patches = parseUnifiedDiff(text);
  expect(patches).toHaveLength(1);
  return patches[0] as FilePatch;
}

const shape = (patch: FilePatch) => [patch.kind, patch.oldPath, patch.newPath];

describe("a hunk", () => {
  test("carries its section, its lines and their numbers on both sides", () => {
    const { hunks } = only(modify.replace("\n\n", "\n \n"));
    expect(hunks).toHaveLength(1);
    expect(hunks[0]).toMatchObject({
      oldStart: 10,
      oldLines: 4,
      newStart: 10,
      newLines: 5,
      section: "def work(self):",
    });
    expect(hunks[0]?.lines.map((line) => [line.kind, line.oldLine, line.newLine])).toEqual([
      [" ", 10, 10],
      [" ", 11, 11],
      ["-", 12, null],
      ["+", null, 12],
      ["+", null, 13],
      [" ", 13, 14],
    ]);
  });

  test("takes an empty line as context that lost its space, and says so", () => {
    const { hunks, mended } = only(modify);
    expect(hunks[0]?.lines[1]).toMatchObject({ kind: " ", text: "" });
    expect(mended).toEqual(["blank-context-lines"]);
  });

  test("follows its lines where the header counts too few", () => {
    const { hunks, mended } = only(modify.replace("-10,4 +10,5", "-10,2 +10,2"));
    expect(hunks[0]).toMatchObject({ oldLines: 4, newLines: 5 });
    expect(mended).toContain("hunk-counts");
  });

  test("follows its lines where the header counts too many", () => {
    const [first, second] = parseUnifiedDiff(`${modify.replace("-10,4 +10,5", "-10,40 +10,50")}${modify}`);
    expect(first?.hunks[0]).toMatchObject({ oldLines: 4, newLines: 5 });
    expect(first?.mended).toContain("hunk-counts");
    expect(second?.hunks[0]).toMatchObject({ oldLines: 4, newLines: 5 });
  });

  test("without line numbers in its header still gives its lines", () => {
    const { hunks, mended } = only(modify.replace("@@ -10,4 +10,5 @@", "@@ ... @@"));
    expect(hunks[0]).toMatchObject({ oldLines: 4, newLines: 5, section: "def work(self):" });
    expect(mended).toContain("hunk-header");
  });

  test("keeps removed lines that look like a file header", () => {
    const text = "--- a/q.sql\n+++ b/q.sql\n@@ -1,2 +1,2 @@\n--- old comment\n+++ b\n x\n";
    expect(only(text).hunks[0]?.lines.map((line) => line.kind + line.text)).toEqual(["--- old comment", "+++ b", " x"]);
  });

  test("keeps such lines even when a hunk follows them", () => {
    const text = "--- a/q.sql\n+++ b/q.sql\n@@ -1,1 +1,1 @@\n--- x\n+++ y\n@@ -9,1 +9,1 @@\n-a\n+b\n";
    expect(only(text).hunks).toHaveLength(2);
  });

  test("marks the line after which the file has no line end", () => {
    const { hunks } = only(
      "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n",
    );
    expect(hunks[0]?.lines.map((line) => line.endsWithoutNewline)).toEqual([true, true]);
  });

  test("ends before a mail signature", () => {
    expect(only(`${modify}-- \n2.39.0\n`).hunks[0]?.lines).toHaveLength(6);
  });
});

describe("a file's header", () => {
  test.each<[string, string, (string | null)[]]>([
    [
      "a new file",
      "diff --git a/n.py b/n.py\nnew file mode 100644\n--- /dev/null\n+++ b/n.py\n@@ -0,0 +1 @@\n+x\n",
      ["create", null, "n.py"],
    ],
    [
      "an empty new file",
      "diff --git a/d/__init__.py b/d/__init__.py\nnew file mode 100644\nindex 0000000..e69de29\n",
      ["create", null, "d/__init__.py"],
    ],
    [
      "a deleted file",
      "diff --git a/g.py b/g.py\ndeleted file mode 100644\n--- a/g.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n",
      ["delete", "g.py", null],
    ],
    [
      "a pure rename",
      "diff --git a/o.py b/p/n.py\nsimilarity index 100%\nrename from o.py\nrename to p/n.py\n",
      ["rename", "o.py", "p/n.py"],
    ],
    [
      "a copy",
      "diff --git a/o.py b/n.py\nsimilarity index 90%\ncopy from o.py\ncopy to n.py\n",
      ["create", null, "n.py"],
    ],
    [
      "a mode change",
      "diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n",
      ["modify", "run.sh", "run.sh"],
    ],
    [
      "a binary change",
      "diff --git a/i.png b/i.png\nindex 1..2 100644\nBinary files a/i.png and b/i.png differ\n",
      ["modify", "i.png", "i.png"],
    ],
    [
      "a plain header with timestamps",
      "--- a/x.py\t2024-01-02 03:04:05.000 +0000\n+++ b/x.py\t2024-01-02 03:04:06.000 +0000\n@@ -1 +1 @@\n-a\n+b\n",
      ["modify", "x.py", "x.py"],
    ],
    [
      "a timestamp after a space",
      "--- x.py.orig 2024-01-02 03:04:05\n+++ x.py 2024-01-02 03:04:06\n@@ -1 +1 @@\n-a\n+b\n",
      ["modify", "x.py", "x.py"],
    ],
    [
      "two directories compared",
      "diff -ru old/pkg/x.py new/pkg/x.py\n--- old/pkg/x.py\n+++ new/pkg/x.py\n@@ -1 +1 @@\n-a\n+b\n",
      ["modify", "pkg/x.py", "pkg/x.py"],
    ],
    [
      "a Subversion diff",
      "Index: x.c\n=====\n--- x.c\t(revision 1)\n+++ x.c\t(working copy)\n@@ -1 +1 @@\n-a\n+b\n",
      ["modify", "x.c", "x.c"],
    ],
    [
      "no prefixes",
      "diff --git a/src/x.py a/src/x.py\n--- a/src/x.py\n+++ a/src/x.py\n@@ -1 +1 @@\n-a\n+b\n",
      ["modify", "a/src/x.py", "a/src/x.py"],
    ],
    [
      "a path with spaces",
      "diff --git a/my file b/my file\nold mode 100644\nnew mode 100755\n",
      ["modify", "my file", "my file"],
    ],
    [
      "a quoted path",
      'diff --git "a/caf\\303\\251.py" "b/caf\\303\\251.py"\n--- "a/caf\\303\\251.py"\n+++ "b/caf\\303\\251.py"\n@@ -1 +1 @@\n-a\n+b\n',
      ["modify", "café.py", "café.py"],
    ],
  ])("of %s is read", (_, text, expected) => {
    expect(shape(only(text))).toEqual(expected);
  });

  test("says that the change is binary", () => {
    expect(only("diff --git a/i.png b/i.png\nindex 1..2\nGIT binary patch\nliteral 3\nKcmZ\n\n").binary).toBe(true);
  });
});

describe("the text as a whole", () => {
  test("may begin with a blank line and with prose", () => {
    expect(shape(only(`\nHere is my fix:\n\`\`\`diff\n${modify}\`\`\`\n`))).toEqual(["modify", "src/a.py", "src/a.py"]);
  });

  test("may have Windows line ends", () => {
    const { hunks, mended } = only(modify.replaceAll("\n", "\r\n"));
    expect(hunks[0]?.lines[0]?.text).toBe("    one");
    expect(mended).toContain("crlf-line-ends");
  });

  test("keeps the line ends of a Windows file in a diff with Unix ones", () => {
    expect(only("--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\r\n+b\r\n").hunks[0]?.lines[0]?.text).toBe("a\r");
  });

  test("may end in the middle of a line, and says so", () => {
    const { hunks, mended } = only(modify.trimEnd());
    expect(hunks[0]?.lines).toHaveLength(6);
    expect(mended).toContain("missing-final-newline");
  });

  test("may join several diffs, also with blank lines between", () => {
    const full = modify.replace("\n\n", "\n \n");
    const patches = parseUnifiedDiff(`${full}\n${full}\n\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n`);
    expect(patches.map((patch) => patch.newPath)).toEqual(["src/a.py", "src/a.py", "x"]);
    expect(patches.flatMap((patch) => patch.mended)).toEqual([]);
  });

  test.each(["", "\n", "no diff here", "--- a\n+++ b\n", "@@ -1 +1 @@\n-a\n+b\n"])(
    "without a diff gives none: %j",
    (text) => {
      expect(parseUnifiedDiff(text)).toEqual([]);
    },
  );

  test("never makes it throw", () => {
    const pieces = fc.constantFrom(
      "diff --git a/x b/x",
      "--- a/x",
      "+++ b/x",
      "@@ -1,2 +1,2 @@",
      "@@",
      " c",
      "-d",
      "+e",
      "",
      "\\ No",
      "Index: y",
      '--- "a',
    );
    fc.assert(fc.property(fc.array(pieces), (lines) => Array.isArray(parseUnifiedDiff(lines.join("\n")))));
  });
});

/** One line of a file: no line feed, and no carriage return at its end (that would make the diff a Windows one). */
const lineText = fc
  .oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom("", "- a/x", "++ b/x", "@@ -1 +1 @@", "diff --git a/x b/x", "\\ No newline"),
  )
  .map((text) => text.replaceAll("\n", ""));
const segment = fc
  .string({ minLength: 1, maxLength: 6, unit: "grapheme" })
  .map((text) => text.replaceAll("/", "_").trim() || "s");
const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => segments.join("/"));
const hunk = fc
  .record({
    oldStart: fc.integer({ min: 1, max: 5000 }),
    newStart: fc.integer({ min: 1, max: 5000 }),
    section: fc.constantFrom("", "def f(self):", "class A @@ b"),
    body: fc.array(fc.record({ kind: fc.constantFrom(" ", "+", "-"), text: lineText }), { minLength: 1, maxLength: 8 }),
  })
  .map(({ body, ...numbers }): Hunk => {
    let [oldLine, newLine] = [numbers.oldStart, numbers.newStart];
    const lines = body.map(
      ({ kind, text }): HunkLine => ({
        kind: kind as HunkLine["kind"],
        text,
        oldLine: kind === "+" ? null : oldLine++,
        newLine: kind === "-" ? null : newLine++,
        endsWithoutNewline: false,
      }),
    );
    return { ...numbers, oldLines: oldLine - numbers.oldStart, newLines: newLine - numbers.newStart, lines };
  });
const filePatch = fc
  .record({
    kind: fc.constantFrom("create", "modify", "delete", "rename"),
    first: path,
    second: path,
    binary: fc.boolean(),
    hunks: fc.array(hunk, { minLength: 1, maxLength: 3 }),
  })
  .filter(({ kind, first, second }) => kind !== "rename" || first !== second)
  .map(({ kind, first, second, binary, hunks }) => ({
    kind: kind as FilePatch["kind"],
    oldPath: kind === "create" ? null : first,
    newPath: kind === "delete" ? null : kind === "rename" ? second : first,
    binary,
    hunks: binary ? [] : hunks,
    mended: [],
  }));

test("parsing what was printed gives the same patches", () => {
  fc.assert(
    fc.property(fc.array(filePatch, { maxLength: 4 }), (patches) => {
      expect(parseUnifiedDiff(printUnifiedDiff(patches))).toEqual(patches);
    }),
    { numRuns: 300 },
  );
});

test("a binary file keeps its kind when its name holds a line separator", () => {
  const patch = { kind: "create", oldPath: null, newPath: "a\u2028b", binary: true, hunks: [], mended: [] } as const;
  expect(parseUnifiedDiff(printUnifiedDiff([patch]))).toEqual([patch]);
});

test("printing what was parsed gives the text back, but for its index lines", () => {
  const text = modify.replace("\n\n", "\n \n");
  expect(printUnifiedDiff(parseUnifiedDiff(text))).toBe(text.replace(/^index.*\n/m, ""));
});
