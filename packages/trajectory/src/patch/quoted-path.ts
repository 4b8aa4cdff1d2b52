const named: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  t: "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
  '"': '"',
  "\\": "\\",
};

/** Undoes git's C-style quoting of a path (`"caf\303\251.py"`); a path without quotes is returned as it is. */
export function unquotePath(path: string): string {
  if (!/^".*"$/s.test(path)) return path;
  const bytes: number[] = [];
  for (const [, octal, letter, plain] of path.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gsu)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else bytes.push(...Buffer.from(letter === undefined ? (plain ?? "") : (named[letter] ?? letter)));
  }
  return Buffer.from(bytes).toString("utf8");
}

/** Quotes a path as git does where it holds quotes, backslashes or control characters; other paths stay as they are. */
export function quotePath(path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must be quoted
  if (!/["\\\u0000-\u001f\u007f]/.test(path)) return path;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: same
  const escaped = path.replace(/["\\\u0000-\u001f\u007f]/g, (character) =>
    character === '"' || character === "\\"
      ? `\\${character}`
      : `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`,
  );
  return `"${escaped}"`;
}
