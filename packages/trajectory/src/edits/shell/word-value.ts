import type { Node } from "web-tree-sitter";

/** Values of shell variables; null for one whose value only running would tell. */
export type Variables = ReadonlyMap<string, string | null>;

/** The text that a word stands for; null when only running would tell. A pattern for file names counts as unknown. */
export function wordValue(node: Node, variables: Variables): string | null {
  switch (node.type) {
    case "word":
      return isFilePattern(node.text)
        ? null
        : node.text.replace(/\\(\n|.)/gs, (_, next) => (next === "\n" ? "" : next));
    case "number":
    case "variable_name":
    case "test_operator":
      return node.text;
    case "raw_string":
      return node.text.slice(1, -1);
    case "ansi_c_string":
      return ansiText(node.text.slice(2, -1));
    case "string":
      return stringValue(node, variables);
    case "command_name":
      return node.firstChild === null ? node.text : wordValue(node.firstChild, variables);
    case "concatenation":
      return joined(node.children.map((child) => (child === null ? "" : wordValue(child, variables))));
    case "simple_expansion":
    case "expansion":
      return variables.get(/^\$\{?(\w+)\}?$/.exec(node.text)?.[1] ?? "") ?? null;
    case "command_substitution":
      return substitutedText(node);
    case "brace_expression":
      return null;
    default:
      return node.isNamed ? null : node.text;
  }
}

/** Words of a here-document's body: variables that are known are put in, everything else stays as it is written. */
export function expandedBody(body: string, variables: Variables): string {
  return body.replace(/\\([\\$`])|\$\{?(\w+)\}?/g, (whole, escaped, name) => escaped ?? variables.get(name) ?? whole);
}

/** `*` and `?` outside quotes. A script for sed (`s/a*b/c/`) is no such pattern. */
function isFilePattern(text: string): boolean {
  return /(^|[^\\])[*?]/.test(text) && !/^(?:\d+,?\d*)?[sy]([^\w\s]).*\1/.test(text);
}

function stringValue(node: Node, variables: Variables): string | null {
  const start = node.startIndex + 1;
  const end = node.endIndex - 1;
  const parts: (string | null)[] = [];
  let at = start;
  for (const child of node.namedChildren) {
    if (child === null || child.type === "string_content") continue;
    parts.push(unescapedString(node.text.slice(at - node.startIndex, child.startIndex - node.startIndex)));
    parts.push(wordValue(child, variables));
    at = child.endIndex;
  }
  parts.push(unescapedString(node.text.slice(at - node.startIndex, end - node.startIndex)));
  return joined(parts);
}

function unescapedString(text: string): string {
  return text.replace(/\\([\\"$`\n])/g, (_, next) => (next === "\n" ? "" : next));
}

function joined(parts: readonly (string | null)[]): string | null {
  return parts.every((part) => part !== null) ? parts.join("") : null;
}

/** `$(cat <<'EOF' … EOF)` is its text. Every other command would have to be run. */
function substitutedText(node: Node): string | null {
  const heredoc = /^\$\(\s*cat\s*<<-?\s*(['"]?)(\w+)\1[^\S\n]*\n([\s\S]*?)\n?\2\s*\)$/.exec(node.text);
  return heredoc === null ? null : (heredoc[3] as string);
}

const ansiLetters: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  e: "\x1b",
  f: "\f",
  v: "\v",
};

/** The text of `$'…'`, also how `printf` and `echo -e` read their text. */
export function ansiText(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|0?([0-7]{1,3})|(.))/gs,
    (_, hex, unit, octal, letter) => {
      if (letter !== undefined) return ansiLetters[letter] ?? letter;
      return String.fromCharCode(octal === undefined ? Number.parseInt(hex ?? unit, 16) : Number.parseInt(octal, 8));
    },
  );
}
