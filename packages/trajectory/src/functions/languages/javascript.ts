import type { Definition } from "../definition.ts";

const exported = String.raw`(?:export\s+)?(?:default\s+)?(?:declare\s+)?`;
const name = String.raw`([\w$]+)`;
const classLine = new RegExp(String.raw`^${exported}(?:abstract\s+)?class\s+${name}`);
const functionLine = new RegExp(String.raw`^${exported}(?:async\s+)?function\s*\*?\s*${name}\s*[(<]`);
const arrow = String.raw`(?:async\s*)?(?:function\b|(?:<[^>]*>\s*)?\([^()]*(?:\([^()]*\)[^()]*)*\)\s*(?::[^=]+)?=>|[\w$]+\s*=>|\(\s*\{?\s*$)`;
const constantLine = new RegExp(String.raw`^${exported}(?:const|let|var)\s+${name}\s*(?::.+?)?=\s*${arrow}`);
const assignedLine = new RegExp(String.raw`^(?:([\w$.]+)\.)?${name}\s*=\s*(?:async\s+)?(?:function\b|\([^()]*\)\s*=>)`);
const propertyLine = new RegExp(
  String.raw`^['"]?${name}['"]?\s*:\s*(?:async\s*)?(?:function\b|\([^()]*\)\s*=>|[\w$]+\s*=>)`,
);
const modifiers = String.raw`(?:(?:public|private|protected|static|async|override|readonly|get|set|abstract)\s+)*`;
const fieldLine = new RegExp(
  String.raw`^${modifiers}#?${name}\s*(?::[^=]+)?=\s*(?:async\s*)?(?:\([^()]*\)\s*(?::[^=]+)?=>|function\b)`,
);
const methodLine = new RegExp(String.raw`^${modifiers}[*#]?${name}\s*(?:<[^>]*>)?\([^;]*\)?\s*(?::[^=]+)?\{(?:.*\})?$`);
const keywords = new Set(
  "if for while switch catch with return else do try typeof function new await super throw".split(" "),
);

/** Definitions of JavaScript and TypeScript: functions, classes, methods, and variables that hold a function. */
export function javascriptDefinition(line: string): Definition | null {
  const className = classLine.exec(line)?.[1];
  if (className !== undefined) return { kind: "class", name: className, owner: null };
  const assigned = assignedLine.exec(line);
  const assignedName = assigned?.[2];
  if (assignedName !== undefined) return { kind: "function", name: assignedName, owner: prototypeOf(assigned?.[1]) };
  const found = [functionLine, constantLine, propertyLine, fieldLine, methodLine]
    .map((pattern) => pattern.exec(line)?.[1])
    .find((each) => each !== undefined);
  return found === undefined || keywords.has(found) ? null : { kind: "function", name: found, owner: null };
}

/** `Server` of `Server.prototype`; other objects are no classes. */
function prototypeOf(object: string | undefined): string | null {
  return /([\w$]+)\.prototype$/.exec(object ?? "")?.[1] ?? null;
}
