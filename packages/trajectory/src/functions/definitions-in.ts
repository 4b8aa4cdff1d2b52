import type { PlacedDefinition } from "./definition.ts";
import { definitionOfLine } from "./definition-of-line.ts";
import { indentationOf } from "./enclosing-definitions.ts";
import type { Language } from "./language.ts";

/** Every line that begins a function or a class, in order. */
export function definitionsIn(lines: readonly string[], language: Language): readonly PlacedDefinition[] {
  return lines.flatMap((line, index) => {
    const definition = definitionOfLine(line, language);
    return definition === null ? [] : [{ ...definition, index, indentation: indentationOf(line) }];
  });
}
