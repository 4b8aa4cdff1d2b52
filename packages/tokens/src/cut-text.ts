/** A text after cutting, and how much of it is gone. */
export interface CutText {
  readonly text: string;
  /** Code points left out; 0 when the text is as it was. */
  readonly cut: number;
}

/**
 * Shortens a text in its middle to about `limit` code points, saying in place how many were left out.
 *
 * Two thirds of what stays is the start, one third the end. The mark itself is not counted in `limit`. A text that is
 * longer than the limit by less than the mark is left alone. Surrogate pairs are never split.
 */
export function cutMiddle(text: string, limit: number): CutText {
  if (text.length <= limit + markLength) return { text, cut: 0 };
  const total = codePointCount(text);
  if (total <= limit + markLength) return { text, cut: 0 };
  const head = Math.ceil((limit * 2) / 3);
  const tail = limit - head;
  const cut = total - limit;
  const mark = `\n[… ${cut} characters left out …]\n`;
  return { text: firstCodePoints(text, head) + mark + lastCodePoints(text, tail), cut };
}

/** The first `count` code points of a text; all of it when it has fewer. */
export function firstCodePoints(text: string, count: number): string {
  let end = 0;
  for (let taken = 0; taken < count && end < text.length; taken += 1) end += isPairAt(text, end) ? 2 : 1;
  return text.slice(0, end);
}

/** The last `count` code points of a text; all of it when it has fewer. */
export function lastCodePoints(text: string, count: number): string {
  let start = text.length;
  for (let taken = 0; taken < count && start > 0; taken += 1) start -= isPairAt(text, start - 2) ? 2 : 1;
  return text.slice(start);
}

/** Number of code points; a lone surrogate counts as one. */
export function codePointCount(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; count += 1) at += isPairAt(text, at) ? 2 : 1;
  return count;
}

const markLength = 40;

function isPairAt(text: string, at: number): boolean {
  return at >= 0 && (text.codePointAt(at) ?? 0) > 0xffff;
}
