import type { Hunk, HunkLine } from "../patch/file-patch.ts";
import type { PlacedDefinition } from "./definition.ts";
import { definitionOfLine } from "./definition-of-line.ts";
import { enclosingDefinitions, indentationOf } from "./enclosing-definitions.ts";
import { functionName } from "./function-name.ts";
import type { Language } from "./language.ts";

/**
 * The innermost functions around the changed lines of one hunk, without repeats, in order.
 *
 * Removed lines are looked at among the old lines, added ones among the new. Where the hunk itself does not show the
 * definition, the text of its header does. Blank lines that changed belong to no function. `isWanted` narrows down which
 * changed lines count.
 */
export function functionsOfHunk(
  hunk: Hunk,
  language: Language,
  isWanted: (line: HunkLine) => boolean = () => true,
): readonly string[] {
  const found = new Set<string>();
  for (const kind of ["-", "+"] as const) {
    const view = hunk.lines.filter((line) => line.kind === kind || line.kind === " ");
    const lines = view.map((line) => line.text);
    const section = placedSection(hunk.section, lines, language);
    view.forEach((line, index) => {
      if (line.kind !== kind || line.text.trim() === "" || !isWanted(line)) return;
      const { definitions, openIndentation } = enclosingDefinitions(lines, index, language);
      const isInside = section !== null && section.indentation < openIndentation;
      const name = functionName(isInside ? [...definitions, section] : definitions);
      if (name !== null) found.add(name);
    });
  }
  return [...found];
}

/**
 * The definition that a hunk's header names. Headers lose their indentation: a method (first parameter `self` or `cls`)
 * is taken to stand one level deep, everything else at the margin.
 */
function placedSection(section: string, lines: readonly string[], language: Language): PlacedDefinition | null {
  const definition = definitionOfLine(section, language);
  if (definition === null) return null;
  const isMethod = definition.kind === "function" && /\(\s*(self|cls)\b/.test(section);
  const indentation = isMethod ? Math.max(indentationOf(section), levelWidth(lines)) : indentationOf(section);
  return { ...definition, index: -1, indentation };
}

/** Spaces per level: 4, or 2 where a line stands at 2. */
function levelWidth(lines: readonly string[]): number {
  return lines.some((line) => line.trim() !== "" && indentationOf(line) === 2) ? 2 : 4;
}
