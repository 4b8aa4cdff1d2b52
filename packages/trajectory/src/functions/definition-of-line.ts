import type { Definition } from "./definition.ts";
import type { Language } from "./language.ts";
import { cDefinition } from "./languages/c.ts";
import { goDefinition } from "./languages/go.ts";
import { javaDefinition } from "./languages/java.ts";
import { javascriptDefinition } from "./languages/javascript.ts";
import { phpDefinition } from "./languages/php.ts";
import { pythonDefinition } from "./languages/python.ts";
import { rubyDefinition } from "./languages/ruby.ts";
import { rustDefinition } from "./languages/rust.ts";

const readers: Readonly<Record<Language, (line: string) => Definition | null>> = {
  python: pythonDefinition,
  javascript: javascriptDefinition,
  typescript: javascriptDefinition,
  java: javaDefinition,
  csharp: javaDefinition,
  go: goDefinition,
  rust: rustDefinition,
  c: cDefinition,
  cpp: cDefinition,
  ruby: rubyDefinition,
  php: phpDefinition,
};

/** Longer lines are data or minified code; a definition that people wrote is shorter. */
const maxCharacters = 400;

/**
 * The function or class that a line begins; null when it begins none.
 *
 * Looks at this one line, whose indentation does not matter: a definition whose name is on a later line is not seen, and a
 * line inside a long string that looks like one is taken for one.
 */
export function definitionOfLine(line: string, language: Language): Definition | null {
  const text = line.trim();
  return text === "" || text.length > maxCharacters ? null : readers[language](text);
}
