import { seededUnit } from "../seeded.ts";
import { changesOf, editRules } from "./edit-rules.ts";
import { type Issue, stem, wordsOf } from "./issue.ts";
import type { MemoryHints } from "./memory-hints.ts";
import type { SeenFile, SeenFunction } from "./source-view.ts";

/** An edit of one line that the agent may try. */
export interface ProposedEdit {
  readonly path: string;
  readonly functionName: string;
  /** Line number from 1. */
  readonly lineNumber: number;
  readonly oldLine: string;
  readonly newLine: string;
  readonly rule: string;
  readonly score: number;
}

/**
 * All edits that the rules allow in a file, best first.
 *
 * score = suspicion of the function · prior of the rule · (1 + words of the issue on the line / 4), moved by up to 20 %
 * by the seed. A rule that the memory's lessons call for counts one and a half times.
 */
export function proposeEdits(file: SeenFile, issue: Issue, hints: MemoryHints, seed: string): ProposedEdit[] {
  const issueStems = new Set(issue.words.map(stem));
  const edits: ProposedEdit[] = [];
  for (const scope of file.functions) {
    const suspicion = suspicionOf(file, scope, issueStems, issue, hints);
    for (let lineNumber = scope.start + 1; lineNumber < scope.end; lineNumber += 1) {
      const oldLine = file.lines[lineNumber - 1] ?? "";
      const onLine = sharedCount(oldLine, issueStems);
      for (const rule of editRules) {
        const called = rule.lessonWords.some((word) => hints.lessonWords.has(stem(word)));
        for (const { line: newLine } of changesOf(oldLine, rule)) {
          const jitter = 0.8 + 0.4 * seededUnit(seed, "edit", file.path, lineNumber, newLine);
          const score = suspicion * rule.prior * (called ? 1.5 : 1) * (1 + onLine / 4) * jitter;
          edits.push({
            path: file.path,
            functionName: scope.name,
            lineNumber,
            oldLine,
            newLine,
            rule: rule.name,
            score,
          });
        }
      }
    }
  }
  return edits.sort((left, right) => right.score - left.score || left.lineNumber - right.lineNumber);
}

/** 1 for a function without a trace of the issue, more for each trace in its name, comment and body. */
function suspicionOf(
  file: SeenFile,
  scope: SeenFunction,
  issueStems: ReadonlySet<string>,
  issue: Issue,
  hints: MemoryHints,
): number {
  const comment = file.lines[scope.start - 2] ?? "";
  const body = file.lines.slice(scope.start, scope.end).join("\n");
  const called = issue.imports.includes(scope.name) ? 0.5 : 0;
  const named = sharedCount(splitCase(scope.name), issueStems);
  const described = comment.startsWith("/**") ? sharedCount(comment, issueStems) : 0;
  const hinted = Math.max(-0.5, Math.min(4, hints.symbols.get(scope.name) ?? 0));
  return Math.max(0.2, 1 + called + named + described / 2 + sharedCount(body, issueStems) / 4 + hinted);
}

function splitCase(name: string): string {
  return `${name} ${name.replace(/([a-z])([A-Z])/g, "$1 $2")}`;
}

function sharedCount(text: string, issueStems: ReadonlySet<string>): number {
  return new Set(
    wordsOf(splitCase(text))
      .map(stem)
      .filter((word) => issueStems.has(word)),
  ).size;
}
