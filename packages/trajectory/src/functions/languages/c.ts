import type { Definition } from "../definition.ts";

const classLine =
  /^(?:template\s*<.*>\s*)?(?:typedef\s+)?(?:class|struct|union)\s+(?:[A-Z_]+\s+)?(\w+)(?:<[^>]*>)?\s*(?:final\s*)?(?::[^:;].*)?\{?$/;
const namePart = String.raw`((?:[\w~]+(?:<[^<>]*>)?::)*(?:~?\w+|operator\s*[^\s(]+|operator\s*\(\)))`;
const typedLine = new RegExp(
  String.raw`^(?:template\s*<[^{]*>\s*)?[A-Za-z_][\w:<>,*&\[\]\s]*?[\s*&]\s*\**&*${namePart}\s*\(([^;]*)$`,
);
const untypedLine = /^((?:\w+(?:<[^<>]*>)?::)+~?\w+|[a-z_]\w*(?=\s+\(|\(.*[\s*]\w+\)?\s*\{?$))\s*\(([^;=]*)$/;
const keywords =
  /^(?:return|else|if|for|while|switch|do|case|goto|sizeof|throw|new|delete|using|typedef|typename|co_await|defined|assert|catch)\b/;

/** Definitions of C and C++; the class of `Server::run` is `Server`. Declarations that end in `;` are none. */
export function cDefinition(line: string): Definition | null {
  const className = classLine.exec(line)?.[1];
  if (className !== undefined) return { kind: "class", name: className, owner: null };
  if (keywords.test(line) || line.startsWith("#")) return null;
  const [, full, rest = ""] = typedLine.exec(line) ?? untypedLine.exec(line) ?? [];
  if (full === undefined || keywords.test(full) || /^[^()]*=[^=]/.test(line.slice(0, line.indexOf("(")))) return null;
  // `foo(a, b)` with text after its closing parenthesis that no definition has is an expression.
  if (/\)\s*[^\s){:a-z&-]/.test(rest.replace(/\([^()]*\)/g, ""))) return null;
  const parts = full.replace(/<[^<>]*>/g, "").split("::");
  return { kind: "function", name: parts.at(-1) as string, owner: parts.at(-2) ?? null };
}
