import type { Definition } from "../definition.ts";

const functionLine =
  /^(?:(?:private|protected|public|module_function)\s+)?def\s+(?:self\.)?(?:(\w+)\.)?(\w+[?!=]?|[+\-*/%<=>!~[\]]+)/;
const classLine = /^(?:class|module)\s+(?:\w+::)*([A-Z]\w*)/;

/** Definitions of Ruby. */
export function rubyDefinition(line: string): Definition | null {
  const [, owner, name] = functionLine.exec(line) ?? [];
  if (name !== undefined) return { kind: "function", name, owner: owner ?? null };
  const className = classLine.exec(line)?.[1];
  return className === undefined ? null : { kind: "class", name: className, owner: null };
}
