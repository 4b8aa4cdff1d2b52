/** A piece of Python or JavaScript source. Comments and white space are left out. */
export interface Token {
  readonly kind: "string" | "name" | "symbol";
  readonly text: string;
  /** What a string literal stands for; null where it holds expressions (`f"{x}"`), and for everything else. */
  readonly value: string | null;
}

/** Languages whose programs are looked at for writes. */
export type Dialect = "python" | "javascript";

const opening: Readonly<Record<Dialect, RegExp>> = {
  python: /([rbfu]{0,2})("""|'''|"|')/iy,
  javascript: /()("|'|`)/y,
};
const comment: Readonly<Record<Dialect, RegExp>> = { python: /#[^\n]*/y, javascript: /\/\/[^\n]*|\/\*[\s\S]*?\*\//y };
const word = /[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*/uy;
const symbol = /\*\*=|[-+*/%=!<>&|]=|=>|->|\/\/|./sy;

/** Splits a program into tokens. An unclosed string ends at the end of the text. */
export function programTokens(source: string, dialect: Dialect): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(source);
  };
  while (at < source.length) {
    if (/\s/.test(source[at] as string)) {
      at += 1;
      continue;
    }
    const open = match(opening[dialect]);
    if (open !== null) {
      const [text = "", prefix = "", quote = ""] = open;
      const [content, end] = stringContent(source, at + text.length, quote);
      tokens.push({ kind: "string", text: quote, value: stringValue(content, prefix.toLowerCase(), quote, dialect) });
      at = end;
      continue;
    }
    const isRegularExpression =
      dialect === "javascript" && source[at] === "/" && /^[(,=]$/.test(tokens.at(-1)?.text ?? "(");
    const skipped =
      match(comment[dialect]) ??
      (isRegularExpression ? match(/\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\]|\\.)*\])+\/\w*/y) : null);
    if (skipped !== null) {
      if (isRegularExpression && !/^\/[/*]/.test(skipped[0])) tokens.push({ kind: "string", text: "/", value: null });
      at += skipped[0].length;
      continue;
    }
    const name = match(word);
    const text = name?.[0] ?? match(symbol)?.[0] ?? (source[at] as string);
    tokens.push({ kind: name === null ? "symbol" : "name", text, value: null });
    at += text.length;
  }
  return tokens;
}

function stringContent(source: string, start: number, quote: string): readonly [content: string, end: number] {
  let at = start;
  while (at < source.length && !source.startsWith(quote, at)) at += source[at] === "\\" ? 2 : 1;
  return [source.slice(start, Math.min(at, source.length)), Math.min(at + quote.length, source.length)];
}

function stringValue(content: string, prefix: string, quote: string, dialect: Dialect): string | null {
  if (quote === "`" && content.includes("${")) return null;
  if (prefix.includes("f") && /(^|[^{]){(?!{)/.test(content)) return null;
  const text = prefix.includes("f") ? content.replaceAll("{{", "{").replaceAll("}}", "}") : content;
  return prefix.includes("r") ? text : unescaped(text, dialect);
}

const letters: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
  "0": "\0",
  "\n": "",
};

function unescaped(text: string, dialect: Dialect): string {
  return text.replace(
    /\\(?:x([\da-fA-F]{2})|u\{?([\da-fA-F]{4,6})\}?|([\s\S]))/g,
    (whole, byte, unit, letter: string | undefined) => {
      if (letter === undefined) return String.fromCodePoint(Number.parseInt(byte ?? unit, 16));
      // Python keeps the backslash of an escape that it does not know.
      return letters[letter] ?? (dialect === "python" && !/[\\'"]/.test(letter) ? whole : letter);
    },
  );
}
