import type { Edit } from "../../edit.ts";
import { repositoryPath } from "../../repository-path.ts";

/**
 * The edits of an answer in Aider's `udiff` form: fences of `diff` with `---` and `+++` lines and hunks whose `@@` carry no
 * line numbers. Each hunk is an edit: what it removes and keeps is the old text, what it adds and keeps the new one.
 *
 * A hunk that changes nothing, and one before any path, is none. `hasSucceeded` judges by the path.
 */
export function udiffEdits(text: string, hasSucceeded: (path: string) => boolean): Edit[] {
  return [...text.matchAll(/^```diff[^\n]*\n([\s\S]*?)^```\s*$/gm)].flatMap(([, body]) =>
    hunksOf((body ?? "").split(/\r?\n/)).flatMap(({ path, isNew, lines }): Edit[] => {
      if (path === "" || !lines.some((line) => /^[-+]/.test(line))) return [];
      const side = (other: "+" | "-") =>
        lines
          .filter((line) => !line.startsWith(other))
          .map((line) => line.slice(1))
          .join("\n");
      const oldText = side("+");
      return [
        {
          path,
          kind: isNew || oldText === "" ? "create" : "modify",
          oldPath: null,
          oldText: isNew || oldText === "" ? null : oldText,
          newText: side("-"),
          succeeded: hasSucceeded(path),
          via: "tool",
          functions: [],
        },
      ];
    }),
  );
}

interface Hunk {
  readonly path: string;
  /** True for hunks against `/dev/null`. */
  readonly isNew: boolean;
  readonly lines: readonly string[];
}

function hunksOf(lines: readonly string[]): Hunk[] {
  const hunks: (Hunk & { lines: string[] })[] = [];
  let path = "";
  let isNew = false;
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1] ?? "";
    if (line.startsWith("--- ") && next.startsWith("+++ ")) {
      isNew = line.startsWith("--- /dev/null");
      path = pathIn(next) === "/dev/null" ? pathIn(line) : pathIn(next);
      hunks.push({ path, isNew, lines: [] });
    } else if (line.startsWith("@@")) hunks.push({ path, isNew, lines: [] });
    else if (!(line.startsWith("+++ ") && lines[at - 1]?.startsWith("--- ") === true)) hunks.at(-1)?.lines.push(line);
  }
  return hunks.map((hunk) => ({ ...hunk, lines: withoutLastEmpty(hunk.lines) }));
}

/** `+++ b/pkg/a.py` and `+++ pkg/a.py` are the same file. */
function pathIn(line: string): string {
  const written = line.slice(4).trim();
  return written === "/dev/null" ? written : repositoryPath(written.replace(/^[ab]\//, ""));
}

function withoutLastEmpty(lines: readonly string[]): readonly string[] {
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}
