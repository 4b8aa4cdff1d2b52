import type { Definition } from "../definition.ts";

const functionLine =
  /^(?:pub(?:\([^)]*\))?\s+)?(?:(?:default|const|async|unsafe)\s+|extern\s+(?:"[^"]*"\s+)?)*fn\s+(\w+)/;
const typeLine = /^(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+)?(?:struct|enum|trait|union)\s+(\w+)/;
const implementation = /^(?:unsafe\s+)?impl\b(.*)$/;

/** Definitions of Rust; `impl Trait for Type` is the class `Type`. */
export function rustDefinition(line: string): Definition | null {
  const name = functionLine.exec(line)?.[1];
  if (name !== undefined) return { kind: "function", name, owner: null };
  const typeName = typeLine.exec(line)?.[1] ?? implementedType(implementation.exec(line)?.[1]);
  return typeName === undefined ? null : { kind: "class", name: typeName, owner: null };
}

function implementedType(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const target = text.includes(" for ") ? (text.split(" for ").at(-1) as string) : withoutParameters(text);
  return /^[&\s]*(?:(?:dyn|mut)\s+)?(?:\w+::)*(\w+)/.exec(target)?.[1];
}

/** `<'a, T: Into<U>> Type<T>` without its leading type parameters. */
function withoutParameters(text: string): string {
  if (!text.startsWith("<")) return text;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "<") depth += 1;
    // The `>` of `->` closes nothing.
    if (text[at] === ">" && text[at - 1] !== "-") depth -= 1;
    if (depth === 0) return text.slice(at + 1);
  }
  return "";
}
