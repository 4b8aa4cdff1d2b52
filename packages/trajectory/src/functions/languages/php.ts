import type { Definition } from "../definition.ts";

const functionLine = /^(?:(?:public|private|protected|static|abstract|final)\s+)*function\s+&?\s*(\w+)\s*\(/i;
const classLine = /^(?:(?:abstract|final|readonly)\s+)*(?:class|trait|interface|enum)\s+(\w+)/i;

/** Definitions of PHP. */
export function phpDefinition(line: string): Definition | null {
  const name = functionLine.exec(line)?.[1];
  if (name !== undefined) return { kind: "function", name, owner: null };
  const className = classLine.exec(line)?.[1];
  return className === undefined ? null : { kind: "class", name: className, owner: null };
}
