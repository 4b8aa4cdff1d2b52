import type { EditPlace, ShellEdit } from "../shell-editor.ts";
import { substitutionAt } from "./substitution.ts";

/** What one command of a sed script changes. */
export type SedChange = Pick<ShellEdit, "oldText" | "newText"> & EditPlace;

const address = String.raw`(?:\d+(?:~\d+)?|\$|/(?:[^/\\\n]|\\.)*/I?|\\(.)(?:[^\\\n])*?\2)`;
const addresses = new RegExp(String.raw`^\s*(${address})?(?:\s*,\s*(\+?\d+|\$|/(?:[^/\\\n]|\\.)*/I?))?\s*!?\s*`);

/**
 * The changing commands of a sed script: `s`, `a`, `i`, `c`, `d`, `y`, `r`, each with its line numbers where it has some.
 *
 * Braces are read through. A command that cannot be read ends the reading; what was read before it counts. Line numbers are
 * those of the file as the changes before have left it.
 */
export function sedChanges(script: string, isExtended = false): readonly SedChange[] {
  const changes: SedChange[] = [];
  const written: SedChange[] = [];
  const add = (change: SedChange) => {
    changes.push(movedAlong(change, written));
    written.push(change);
  };
  let rest = script;
  while (rest.trim() !== "") {
    rest = rest.replace(/^[\s;{}]+/, "");
    if (rest.startsWith("#")) {
      rest = rest.replace(/^[^\n]*/, "");
      continue;
    }
    const [matched = "", first, , second] = addresses.exec(rest) ?? [];
    const lines = lineRange(first, second);
    const anchor = patternText(first);
    // Between two patterns lies more than the line of the first.
    const isRange = second !== undefined && lines === undefined;
    const place = lines === undefined ? (anchor === null || isRange ? {} : { near: anchor }) : { lines };
    rest = rest.slice(matched.length).replace(/^\{\s*/, "");
    const command = rest[0];
    if (command === undefined) break;
    if (command === "s") {
      const substitution = substitutionAt(rest, isExtended);
      if (substitution === null) break;
      const { oldText, newText, isOncePerLine, isAnchored } = substitution;
      const which = { ...(isOncePerLine ? { isOncePerLine } : {}), ...(isAnchored ? { isAnchored } : {}) };
      add({ oldText, newText, ...which, ...place });
      rest = rest.slice(substitution.end);
    } else if (command === "a" || command === "i" || command === "c") {
      const text = insertedText(rest.slice(1));
      const how = command === "a" ? "after" : command === "i" ? "before" : "replace";
      const isLast = first === "$" && command === "a";
      add({
        oldText: command === "c" ? anchor : null,
        newText: text.text,
        ...(isLast ? { how: "last-line" } : isRange ? {} : { how, ...place }),
      });
      rest = rest.slice(1 + text.length);
    } else if (command === "d" || command === "D") {
      add({ oldText: anchor, newText: null, ...(isRange ? {} : { how: "remove", ...place }) });
      rest = rest.slice(1);
    } else if (command === "r" || command === "y") {
      add({ oldText: null, newText: null, ...place });
      rest = rest.replace(/^[^\n]*/, "");
    } else if (/[pPqQnNgGhHxlDtbT=]/.test(command)) {
      rest = rest.replace(/^[^;\n}]*/, "");
    } else break;
  }
  return changes;
}

/** Addresses of a script are those of the lines as it reads them; changes above move them. */
function movedAlong(change: SedChange, before: readonly SedChange[]): SedChange {
  const { lines } = change;
  if (lines === undefined) return change;
  let by = 0;
  for (const { lines: other, how, newText } of before) {
    if (other === undefined || how === undefined) continue;
    if (other.from > lines.from || (other.from === lines.from && how !== "before")) continue;
    const count = other.to - other.from + 1;
    const put = newText == null ? 0 : newText.split("\n").length;
    by += how === "remove" ? -count : how === "replace" ? put - count : put;
  }
  return by === 0 ? change : { ...change, lines: { from: lines.from + by, to: lines.to + by } };
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
