import type { Definition } from "../definition.ts";

const functionLine = /^func\s+(?:\(\s*(?:\w+\s+)?\*?([\w.]+)(?:\[[^\]]*\])?\s*\)\s*)?(\w+)\s*[([]/;
const typeLine = /^type\s+(\w+)(?:\[[^\]]*\])?\s+(?:struct|interface)\b/;

/** Definitions of Go; a method's class is its receiver's type. */
export function goDefinition(line: string): Definition | null {
  const [, owner, name] = functionLine.exec(line) ?? [];
  if (name !== undefined) return { kind: "function", name, owner: owner ?? null };
  const typeName = typeLine.exec(line)?.[1];
  return typeName === undefined ? null : { kind: "class", name: typeName, owner: null };
}
