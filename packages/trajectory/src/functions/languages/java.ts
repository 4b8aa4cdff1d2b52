import type { Definition } from "../definition.ts";

const annotations = String.raw`(?:@[\w.]+(?:\([^)]*\))?\s+|\[[^\]]*\]\s*)*`;
const modifier = String.raw`(?:public|private|protected|internal|static|final|abstract|synchronized|native|default|strictfp|virtual|override|sealed|async|unsafe|extern|partial|readonly|new)\s+`;
const classLine = new RegExp(
  String.raw`^${annotations}(?:${modifier})*(?:class|interface|enum|record|struct|@interface)\s+(\w+)`,
);
const modifiedLine = new RegExp(
  String.raw`^${annotations}(?:${modifier})+(?:<[^(]*>\s*)?(?:[\w.<>\[\],?&\s]+\s+)?(\w+)\s*(?:<[^(]*>)?\(([^;=]|=>|==|=\s*[\w"']+[,)])*;?$`,
);
const plainLine = /^(?:<[^(]*>\s*)?[\w.<>[\],?]+\s+(\w+)\s*\([^;=]*\)\s*(?:throws [\w., ]+)?\{/;
const constructorLine = /^([A-Z]\w*)\s*\((?:[\w.<>[\],? ]+\s+\w+[, ]*)*\)\s*(?:throws [\w., ]+)?\{/;
const keywords = /^(?:return|new|else|throw|await|if|for|while|switch|catch|using|lock|case|yield|assert)\b/;

/** Definitions of Java and C#. */
export function javaDefinition(line: string): Definition | null {
  const className = classLine.exec(line)?.[1];
  if (className !== undefined) return { kind: "class", name: className, owner: null };
  if (keywords.test(line)) return null;
  const name = modifiedLine.exec(line)?.[1] ?? plainLine.exec(line)?.[1] ?? constructorLine.exec(line)?.[1];
  return name === undefined || keywords.test(name) ? null : { kind: "function", name, owner: null };
}
