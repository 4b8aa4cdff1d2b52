import type { ShellEdit } from "../shell-editor.ts";
import { substitutionAt } from "./substitution.ts";

/** What one command of a sed script changes. */
export type SedChange = Pick<ShellEdit, "oldText" | "newText" | "lines">;

const address = String.raw`(?:\d+(?:~\d+)?|\$|/(?:[^/\\\n]|\\.)*/I?|\\(.)(?:[^\\\n])*?\2)`;
const addresses = new RegExp(String.raw`^\s*(${address})?(?:\s*,\s*(\+?\d+|\$|/(?:[^/\\\n]|\\.)*/I?))?\s*!?\s*`);

/**
 * The changing commands of a sed script: `s`, `a`, `i`, `c`, `d`, `y`, `r`, each with its line numbers where it has some.
 *
 * Braces are read through. A command that cannot be read ends the reading; what was read before it counts.
 */
export function sedChanges(script: string, isExtended = false): readonly SedChange[] {
  const changes: SedChange[] = [];
  let rest = script;
  while (rest.trim() !== "") {
    rest = rest.replace(/^[\s;{}]+/, "");
    if (rest.startsWith("#")) {
      rest = rest.replace(/^[^\n]*/, "");
      continue;
    }
    const [matched = "", first, , second] = addresses.exec(rest) ?? [];
    const lines = lineRange(first, second);
    const place = lines === undefined ? {} : { lines };
    const anchor = patternText(first);
    rest = rest.slice(matched.length).replace(/^\{\s*/, "");
    const command = rest[0];
    if (command === undefined) break;
    if (command === "s") {
      const substitution = substitutionAt(rest, isExtended);
      if (substitution === null) break;
      changes.push({ oldText: substitution.oldText, newText: substitution.newText, ...place });
      rest = rest.slice(substitution.end);
    } else if (command === "a" || command === "i" || command === "c") {
      const text = insertedText(rest.slice(1));
      changes.push({ oldText: command === "c" ? anchor : null, newText: text.text, ...place });
      rest = rest.slice(1 + text.length);
    } else if (command === "d" || command === "D") {
      changes.push({ oldText: anchor, newText: null, ...place });
      rest = rest.slice(1);
    } else if (command === "r" || command === "y") {
      changes.push({ oldText: null, newText: null, ...place });
      rest = rest.replace(/^[^\n]*/, "");
    } else if (/[pPqQnNgGhHxlDtbT=]/.test(command)) {
      rest = rest.replace(/^[^;\n}]*/, "");
    } else break;
  }
  return changes;
}

function lineRange(first: string | undefined, second: string | undefined): SedChange["lines"] {
  if (first === undefined || !/^\d+$/.test(first)) return undefined;
  const from = Number(first);
  if (second === undefined || !/^\+?\d+$/.test(second)) return { from, to: from };
  return { from, to: second.startsWith("+") ? from + Number(second.slice(1)) : Number(second) };
}

function patternText(first: string | undefined): string | null {
  return first?.startsWith("/") === true ? (substitutionAt(`s${first.replace(/I$/, "")}/`)?.oldText ?? null) : null;
}

/** Text after `a`, `i` or `c`: on the same line (GNU) or on the next ones, a backslash before each line end but the last. */
function insertedText(rest: string): { readonly text: string; readonly length: number } {
  const whole = /^[^\S\n]*(?:\\\n)?((?:[^\\\n]|\\[\s\S])*)/.exec(rest);
  const text = (whole?.[1] ?? "")
    .replace(/^\\/, "")
    .replace(/\\([\s\S])/g, (_, next) => (next === "n" ? "\n" : next === "t" ? "\t" : next));
  return { text, length: whole?.[0].length ?? rest.length };
}
