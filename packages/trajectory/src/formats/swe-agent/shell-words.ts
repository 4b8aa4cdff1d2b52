const ansiEscapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
  e: "\x1b",
};

/**
 * Splits one command line into words as bash would: `'…'`, `"…"`, `$'…'` and backslashes; no expansion of any kind.
 *
 * An unclosed quote ends at the end of the text.
 */
export function shellWords(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] as string;
    if (character === "'" || (character === "$" && line[at + 1] === "'")) {
      const isAnsi = character === "$";
      const [text, end] = isAnsi ? ansiQuoted(line, at + 2) : plainQuoted(line, at + 1);
      word = (word ?? "") + text;
      at = end;
    } else if (character === '"') {
      const [text, end] = doubleQuoted(line, at + 1);
      word = (word ?? "") + text;
      at = end;
    } else if (character === "\\" && at + 1 < line.length) {
      at += 1;
      if (line[at] !== "\n") word = (word ?? "") + line[at];
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? "") + character;
  }
  return word === null ? words : [...words, word];
}

/** Each reader returns the quoted text and the position of the closing quote. */
function plainQuoted(line: string, start: number): [string, number] {
  const end = line.indexOf("'", start);
  return end === -1 ? [line.slice(start), line.length] : [line.slice(start, end), end];
}

function ansiQuoted(line: string, start: number): [string, number] {
  let text = "";
  let at = start;
  for (; at < line.length && line[at] !== "'"; at += 1) {
    if (line[at] !== "\\") text += line[at];
    else {
      at += 1;
      const escaped = line[at] ?? "";
      text += ansiEscapes[escaped] ?? escaped;
    }
  }
  return [text, at];
}

function doubleQuoted(line: string, start: number): [string, number] {
  let text = "";
  let at = start;
  for (; at < line.length && line[at] !== '"'; at += 1) {
    if (line[at] === "\\" && /["\\$`\n]/.test(line[at + 1] ?? "")) {
      at += 1;
      if (line[at] !== "\n") text += line[at];
    } else text += line[at];
  }
  return [text, at];
}
