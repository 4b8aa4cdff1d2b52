/**
 * A list of test names in any of the forms that datasets use: a list, a JSON text of one, a Python list literal.
 *
 * Anything else gives [].
 */
export function testNames(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.filter((name) => typeof name === "string");
  if (typeof value !== "string" || !value.trim().startsWith("[")) return [];
  try {
    return testNames(JSON.parse(value));
  } catch {
    return pythonStrings(value);
  }
}

/** The string literals of a Python list: `['a', "b's", 'c\'d']`. */
function pythonStrings(text: string): readonly string[] {
  const literals = text.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/gs);
  return [...literals].map(([, single, double]) => unescaped(single ?? double ?? ""));
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\\": "\\", "'": "'", '"': '"' };

function unescaped(text: string): string {
  return text.replace(/\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))/gs, (whole, byte, unit, letter) => {
    const code = byte ?? unit;
    return code === undefined ? (escapes[letter] ?? whole) : String.fromCharCode(Number.parseInt(code, 16));
  });
}
