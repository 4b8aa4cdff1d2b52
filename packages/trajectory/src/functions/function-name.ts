import type { PlacedDefinition } from "./definition.ts";

/**
 * Name of the innermost function among definitions that enclose one line, innermost first: `Class.method` when a class
 * directly encloses it, else the bare name. Null when the innermost definition is a class or there is none.
 */
export function functionName(definitions: readonly PlacedDefinition[]): string | null {
  const [innermost, around] = definitions;
  if (innermost === undefined || innermost.kind === "class") return null;
  const owner = innermost.owner ?? (around?.kind === "class" ? around.name : null);
  return owner === null ? innermost.name : `${owner}.${innermost.name}`;
}
