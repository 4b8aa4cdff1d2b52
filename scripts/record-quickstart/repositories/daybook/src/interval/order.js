// The order of intervals.

/** Earlier start first; of two with the same start the longer one first. */
export function byStart(left, right) {
  if (left.start !== right.start) return left.start < right.start ? -1 : 1;
  if (left.end === right.end) return 0;
  return left.end > right.end ? -1 : 1;
}
