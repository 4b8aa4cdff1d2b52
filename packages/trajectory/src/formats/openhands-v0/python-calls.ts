/** A call found in Python code, with its arguments that are plain string literals. */
export interface PythonCall {
  readonly name: string;
  /** Positional arguments in order; null where one is no string literal. */
  readonly positional: readonly (string | null)[];
  readonly keywords: Readonly<Record<string, string>>;
}

/**
 * Finds calls of the named functions at the start of a line, or inside `print(…)`, in code that need not be complete.
 *
 * Only what edit calls of agents are made of is understood: string literals of all quotings, names and numbers.
 */
export function pythonCalls(code: string, names: readonly string[]): PythonCall[] {
  const opening = new RegExp(`^[ \\t]*(?:print\\()?(${names.join("|")})\\(`, "gm");
  return [...code.matchAll(opening)].map((match) => {
    const [positional, keywords] = readArguments(code, match.index + match[0].length);
    return { name: match[1] ?? "", positional, keywords };
  });
}

function readArguments(code: string, start: number): [(string | null)[], Record<string, string>] {
  const positional: (string | null)[] = [];
  const keywords: Record<string, string> = {};
  const argument = /\s*(?:([A-Za-z_]\w*)\s*=\s*)?(?:([rbuf]{0,2})('''|"""|'|")|([^\s,()'"]+))/giy;
  const separator = /\s*,?/y;
  let at = start;
  for (;;) {
    argument.lastIndex = at;
    const found = argument.exec(code);
    if (found === null) return [positional, keywords];
    const [, keyword, prefix, quote] = found;
    let value: string | null = null;
    at = argument.lastIndex;
    if (quote !== undefined) {
      const end = literalEnd(code, at, quote);
      const literal = code.slice(at, end);
      value = prefix?.toLowerCase().includes("r") ? literal : unescaped(literal);
      at = end + quote.length;
    }
    if (keyword === undefined) positional.push(value);
    else if (value !== null) keywords[keyword] = value;
    separator.lastIndex = at;
    if (separator.exec(code) !== null) at = separator.lastIndex;
  }
}

function literalEnd(code: string, start: number, quote: string): number {
  for (let at = start; at < code.length; at += 1) {
    if (code[at] === "\\") at += 1;
    else if (code.startsWith(quote, at)) return at;
  }
  return code.length;
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\n": "" };

function unescaped(literal: string): string {
  return literal.replace(/\\([ntr\n\\'"])/g, (_, character: string) => escapes[character] ?? character);
}
