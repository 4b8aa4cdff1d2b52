/** Half-open range of the lines that differ between two texts, on either side. */
export interface ChangedLines {
  readonly old: { readonly from: number; readonly to: number };
  readonly new: { readonly from: number; readonly to: number };
}

/** Which lines of two texts differ, after equal lines at their beginnings and ends are taken off. Null stands for no text. */
export function changedLines(oldText: string | null, newText: string | null): ChangedLines {
  const before = linesOf(oldText);
  const after = linesOf(newText);
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { old: { from: start, to: before.length - end }, new: { from: start, to: after.length - end } };
}

/** Lines of a text without the empty one after a final line end; none for null and "". */
export function linesOf(text: string | null): readonly string[] {
  if (text === null || text === "") return [];
  return text.replace(/\n$/, "").split("\n");
}
