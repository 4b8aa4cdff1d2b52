import type { Edit } from "../../edit.ts";
import type { EditPlace } from "../shell-editor.ts";

/**
 * The text of a file after an edit; null when that cannot be told for sure: the text before is not known, or does not hold
 * what the edit replaces, or the edit does not say what it puts in or where. Lines end in `\n`.
 */
export function appliedEdit(before: string | null, edit: Edit, place: EditPlace): string | null {
  const { kind, newText } = edit;
  const oldText = edit.oldText?.replaceAll("\r\n", "\n") ?? null;
  const fresh = newText?.replaceAll("\r\n", "\n") ?? null;
  if (place.how === "touch") return before ?? "";
  if (kind === "create") return fresh;
  if (before === null) return null;
  if (place.how === "at-end") return fresh === null ? null : before + fresh;
  if (place.how === "last-line") return fresh === null ? null : `${before.replace(/([^\n])$/, "$1\n")}${fresh}\n`;
  if (place.how === "unstash") return null;
  if (place.how !== undefined || (oldText === null && place.lines !== undefined)) {
    return withLines(before, fresh, place);
  }
  if (oldText === null || oldText === "" || fresh === null) return null;
  return withText(before, oldText, fresh, place, edit.via);
}

/** Puts `fresh` in the place of every `old`: tools replace one text, or all of them; a shell's programs too. */
function withText(before: string, old: string, fresh: string, place: EditPlace, via: Edit["via"]): string | null {
  const all = aligned(placesOf(before, old), before, old).filter((start) => isMeant(start, before, place));
  const starts = place.isOncePerLine === true ? firstOfLines(all, before) : all;
  // A substitution that finds nothing changes nothing; an edit tool would have complained.
  if (starts.length === 0 && via === "shell" && !old.includes("\n")) return before;
  if (
    starts.length === 0 ||
    (starts.length > 1 && (place.isAnchored === true || (via === "shell" && old.includes("\n"))))
  )
    return null;
  let after = "";
  let at = 0;
  for (const start of starts) {
    after += before.slice(at, start) + fresh;
    at = start + old.length;
  }
  return after + before.slice(at);
}

function placesOf(text: string, wanted: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) found.push(at);
  return found;
}

/** Of several places those where `wanted` is whole lines, when it is whole lines anywhere. */
function aligned(starts: readonly number[], text: string, wanted: string): readonly number[] {
  if (starts.length < 2 || !wanted.includes("\n")) return starts;
  const whole = starts.filter((start) => {
    const end = start + wanted.length;
    const endsLine = end === text.length || text[end] === "\n" || text[end - 1] === "\n";
    return endsLine && (start === 0 || text[start - 1] === "\n");
  });
  return whole.length > 0 ? whole : starts;
}

function firstOfLines(starts: readonly number[], text: string): readonly number[] {
  return starts.filter((start, at) => at === 0 || text.slice(starts[at - 1], start).includes("\n"));
}

function isMeant(start: number, text: string, { lines, near }: EditPlace): boolean {
  if (lines !== undefined) {
    const number = text.slice(0, start).split("\n").length;
    if (number < lines.from || number > lines.to) return false;
  }
  if (near === undefined) return true;
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const end = text.indexOf("\n", start);
  return text.slice(from, end === -1 ? undefined : end).includes(near);
}

/** Changes whole lines: those that are named by number, or each that holds a text. */
function withLines(before: string, fresh: string | null, { lines, near, how = "replace" }: EditPlace): string | null {
  if (fresh === null && how !== "remove") return null;
  const put = fresh === null ? [] : fresh.replace(/\n$/, "").split("\n");
  const all = before.split("\n");
  if (lines !== undefined) {
    const { from, to } = lines;
    // SWE-agent writes up to the end of a file that has fewer lines; an insertion after line 0 is one at the top.
    if (from > all.length + 1 || (from < 1 && how !== "after")) return null;
    if (how === "before" || how === "after") all.splice(how === "before" ? from - 1 : to, 0, ...put);
    else all.splice(from - 1, to - from + 1, ...(how === "remove" ? [] : put));
    return all.join("\n");
  }
  if (near === undefined) return null;
  if (!all.some((line) => line.includes(near))) return null;
  return all
    .flatMap((line) => {
      if (!line.includes(near)) return [line];
      return how === "before" ? [...put, line] : how === "after" ? [line, ...put] : put;
    })
    .join("\n");
}
