import type { Definition } from "../definition.ts";

const functionLine = /^(?:async\s+)?def\s+([\p{L}_][\p{L}\p{N}_]*)/u;
const classLine = /^(?:cdef\s+)?class\s+([\p{L}_][\p{L}\p{N}_]*)/u;
const cythonLine = /^c?p?def\s+(?:inline\s+)?(?:[\w[\]*,.:& ]+[\s*&])?(\w+)\s*\(/;

/** Definitions of Python and Cython. */
export function pythonDefinition(line: string): Definition | null {
  const className = classLine.exec(line)?.[1];
  if (className !== undefined) return { kind: "class", name: className, owner: null };
  const name = functionLine.exec(line)?.[1] ?? (line.startsWith("c") ? cythonLine.exec(line)?.[1] : undefined);
  return name === undefined ? null : { kind: "function", name, owner: null };
}
