import type { PlacedDefinition } from "./definition.ts";
import { definitionOfLine } from "./definition-of-line.ts";
import type { Language } from "./language.ts";

/** What encloses a line, as far as the lines above it tell. */
export interface Enclosure {
  /** Definitions around the line, innermost first. A definition line encloses itself. */
  readonly definitions: readonly PlacedDefinition[];
  /** Whatever encloses the line from above the first line given is indented less than this; 0 when nothing can. */
  readonly openIndentation: number;
}

/**
 * Finds the definitions around `lines[index]` by indentation, walking upwards.
 *
 * A line that is indented less than everything walked over so far closes what came before it. Closing brackets, comments,
 * preprocessor lines and labels stand where they like and close nothing. A decorator belongs to the definition below it.
 */
export function enclosingDefinitions(lines: readonly string[], index: number, language: Language): Enclosure {
  const start = decorated(lines, index, language);
  const definitions: PlacedDefinition[] = [];
  let open = Number.POSITIVE_INFINITY;
  for (let at = start; at >= 0 && open > 0; at -= 1) {
    const line = lines[at] ?? "";
    const isItself = at === start;
    if (line.trim() === "" || (!isItself && standsAnywhere(line, language))) continue;
    const indentation = indentationOf(line);
    if (indentation >= open) continue;
    const definition = definitionOfLine(line, language);
    if (definition !== null) definitions.push({ ...definition, index: at, indentation });
    // A closing bracket ends the block that it closes, so it lies inside the definition at the same indentation.
    open = isItself && /^\s*[)\]}]/.test(line) ? indentation + 1 : indentation;
  }
  return { definitions, openIndentation: open === Number.POSITIVE_INFINITY ? 0 : open };
}

/** Width of the white space before a line's text, a tab counting 8. */
export function indentationOf(line: string): number {
  const space = /^\s*/.exec(line)?.[0] ?? "";
  return space.replaceAll("\t", "        ").length;
}

/** The index of the definition below a run of decorators or annotations, or `index` itself. */
function decorated(lines: readonly string[], index: number, language: Language): number {
  const decorator = language === "rust" ? /^\s*#!?\[/ : language === "csharp" ? /^\s*\[.*\]\s*$/ : /^\s*@\w/;
  if (!decorator.test(lines[index] ?? "")) return index;
  const indentation = indentationOf(lines[index] as string);
  for (let at = index + 1; at < lines.length; at += 1) {
    const line = lines[at] as string;
    if (line.trim() === "" || indentationOf(line) > indentation || decorator.test(line) || /^\s*[)\]}]/.test(line))
      continue;
    return definitionOfLine(line, language) === null ? index : at;
  }
  return index;
}

function standsAnywhere(line: string, language: Language): boolean {
  if (language === "python") return /^\s*([)\]}#]|"""|''')/.test(line);
  if (language === "ruby") return /^\s*([)\]#]|private$|protected$|public$)/.test(line);
  if (/^\s*([)\]]|\/\/|\/?\*|\{\s*$)/.test(line)) return true;
  if (language === "c" || language === "cpp") return /^\s*(#|\w+\s*:\s*$)/.test(line);
  return language === "php" ? /^\s*#(?!\[)/.test(line) : false;
}
