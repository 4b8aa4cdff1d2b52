/**
 * The keys that were sent, from one line of `commands.txt`: a Python list of texts. A line that is none is one text as it is.
 */
export function keyStrokes(line: string): readonly string[] {
  const body = /^\s*\[([\s\S]*)\]\s*$/.exec(line)?.[1];
  if (body === undefined) return [line];
  const keys: string[] = [];
  let at = 0;
  while (at < body.length) {
    const quoted = /^\s*(?:,\s*)?('(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*")/.exec(body.slice(at));
    if (quoted === null) break;
    keys.push(unquoted(quoted[1] ?? ""));
    at += quoted[0].length;
  }
  return body.slice(at).replace(/[\s,]/g, "") === "" ? keys : [line];
}

function unquoted(literal: string): string {
  return literal.slice(1, -1).replace(/\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[\s\S])/g, (_, written: string) => {
    if (written.length > 1) return String.fromCharCode(Number.parseInt(written.slice(1), 16));
    return escapes[written] ?? (written === "\n" ? "" : "'\"\\".includes(written) ? written : `\\${written}`);
  });
}

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  "0": "\0",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
};
