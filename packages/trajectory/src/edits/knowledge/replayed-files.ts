import type { Edit } from "../../edit.ts";
import type { CodeParser } from "../../functions/grammar/code-parser.ts";
import { type DefinitionRange, functionsAtLines } from "../../functions/grammar/function-range.ts";
import { lineDifference } from "../../patch/line-difference.ts";
import type { EditPlace } from "../shell-editor.ts";
import { appliedEdit } from "./applied-edit.ts";

/**
 * Files of a repository as they are while a run changes them: begun from their texts at the base commit, and changed by
 * each edit whose place can be told for sure. A file is lost with the first edit of which it cannot.
 */
export class ReplayedFiles {
  private readonly texts = new Map<string, string | null>();
  private readonly gone = new Set<string>();
  /** Texts before the last revert, which `git stash pop` brings back. */
  private readonly stashed = new Map<string, string | null>();

  /** `baseText` tells the text of a file at the base commit; null when there is none, or it is not known. */
  constructor(
    private readonly baseText: (path: string) => string | null,
    private readonly parser: CodeParser,
  ) {}

  /** Files that were changed, as they are now. `text` is null for a file that is gone; `isLost` where it is not known. */
  get changedFiles(): readonly { readonly path: string; readonly text: string | null; readonly isLost: boolean }[] {
    return [...this.texts].map(([path, text]) => {
      const isGone = this.gone.has(path);
      return { path, text: isGone ? null : text, isLost: !isGone && text === null };
    });
  }

  /**
   * The functions that an edit changes, by parsing its file as it is before and after; null when that is not known. An edit
   * that succeeded is made.
   */
  functionsOf(edit: Edit, place: EditPlace): readonly string[] | null {
    const before = this.textOf(edit.path);
    switch (edit.kind) {
      case "revert":
        if (edit.succeeded) {
          this.stashed.set(edit.path, before);
          this.texts.delete(edit.path);
          this.gone.delete(edit.path);
        }
        return [];
      case "rename": {
        const moved = edit.oldPath === null ? null : this.textOf(edit.oldPath);
        if (!edit.succeeded) return [];
        this.put(edit.path, moved);
        if (edit.oldPath !== null) this.remove(edit.oldPath);
        return [];
      }
      case "delete":
        if (edit.succeeded) this.remove(edit.path);
        return before === null ? null : this.changed(edit.path, before, "");
      default: {
        const after =
          place.how === "unstash" ? (this.stashed.get(edit.path) ?? null) : appliedEdit(before, edit, place);
        if (edit.succeeded) this.put(edit.path, after);
        return after === null ? null : this.changed(edit.path, before ?? "", after);
      }
    }
  }

  private put(path: string, text: string | null): void {
    this.texts.set(path, text);
    this.gone.delete(path);
  }

  private remove(path: string): void {
    this.texts.set(path, "");
    this.gone.add(path);
  }

  private textOf(path: string): string | null {
    const known = this.texts.get(path);
    return known === undefined ? withLineFeeds(this.baseText(path)) : known;
  }

  private changed(path: string, before: string, after: string): readonly string[] | null {
    const [old, fresh] = [this.parser.definitions(before, path), this.parser.definitions(after, path)];
    if (old === null || fresh === null) return null;
    const [oldLines, freshLines] = [before.split("\n"), after.split("\n")];
    const { removed, added } = lineDifference(oldLines, freshLines);
    return [...new Set([...around(old, oldLines, removed), ...around(fresh, freshLines, added)])];
  }
}

/** Blank lines belong to no function. */
function around(
  ranges: readonly DefinitionRange[],
  lines: readonly string[],
  numbers: readonly number[],
): readonly string[] {
  return functionsAtLines(
    ranges,
    numbers.filter((number) => lines[number - 1]?.trim() !== ""),
  );
}

function withLineFeeds(text: string | null): string | null {
  return text === null ? null : text.replaceAll("\r\n", "\n");
}
