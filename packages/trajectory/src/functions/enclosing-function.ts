import { enclosingDefinitions } from "./enclosing-definitions.ts";
import { functionName } from "./function-name.ts";
import type { Language } from "./language.ts";

/**
 * The innermost function around `lines[index]` (a definition line belongs to its own function), `Class.method` when its
 * class is among the lines. Null when the line lies in no function, or in one that begins above the lines given.
 */
export function enclosingFunction(lines: readonly string[], index: number, language: Language): string | null {
  return functionName(enclosingDefinitions(lines, index, language).definitions);
}
