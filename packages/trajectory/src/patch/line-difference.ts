/** Which lines two texts do not share. */
export interface LineDifference {
  /** 1-based numbers of the lines of the first text that are gone. */
  readonly removed: readonly number[];
  /** 1-based numbers of the lines of the second text that are new. */
  readonly added: readonly number[];
}

/** More differences than this are not worked out: every line between the first and the last one counts as changed. */
const maxDifferences = 1500;

/** The smallest difference of two texts by whole lines. Source: docs/papers.md#line-difference. */
export function lineDifference(before: readonly string[], after: readonly string[]): LineDifference {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const old = before.slice(start, before.length - end);
  const fresh = after.slice(start, after.length - end);
  const moves = shortestPath(old, fresh);
  if (moves === null) return { removed: numbers(start, old.length), added: numbers(start, fresh.length) };
  return {
    removed: moves.removed.map((at) => at + start + 1),
    added: moves.added.map((at) => at + start + 1),
  };
}

function numbers(start: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => start + at + 1);
}

/** Myers' greedy search: the furthest x on each diagonal, by number of differences; then walked back. */
function shortestPath(
  old: readonly string[],
  fresh: readonly string[],
): { readonly removed: number[]; readonly added: number[] } | null {
  const most = Math.min(old.length + fresh.length, maxDifferences);
  const furthest = new Int32Array(2 * most + 3);
  const at = (diagonal: number) => diagonal + most + 1;
  const trail: Int32Array[] = [];
  for (let cost = 0; cost <= most; cost += 1) {
    trail.push(furthest.slice(at(-cost - 1), at(cost + 1) + 1));
    for (let diagonal = -cost; diagonal <= cost; diagonal += 2) {
      let x = isDown(diagonal, cost, (each) => furthest[at(each)] as number)
        ? (furthest[at(diagonal + 1)] as number)
        : (furthest[at(diagonal - 1)] as number) + 1;
      while (x < old.length && x - diagonal < fresh.length && old[x] === fresh[x - diagonal]) x += 1;
      furthest[at(diagonal)] = x;
      if (x >= old.length && x - diagonal >= fresh.length) return walkedBack(trail, old.length, fresh.length);
    }
  }
  return null;
}

/** True when the best way onto a diagonal is to take a line in, false when it is to leave one out. */
function isDown(diagonal: number, cost: number, furthest: (diagonal: number) => number): boolean {
  return diagonal === -cost || (diagonal !== cost && furthest(diagonal - 1) < furthest(diagonal + 1));
}

function walkedBack(trail: readonly Int32Array[], oldLength: number, freshLength: number) {
  const removed: number[] = [];
  const added: number[] = [];
  let x = oldLength;
  let y = freshLength;
  for (let cost = trail.length - 1; cost > 0; cost -= 1) {
    const row = trail[cost] as Int32Array;
    // The row holds the diagonals from -cost - 1 on, as they were before this cost.
    const furthest = (diagonal: number) => row[diagonal + cost + 1] as number;
    const diagonal = x - y;
    const from = isDown(diagonal, cost, furthest) ? diagonal + 1 : diagonal - 1;
    x = furthest(from);
    y = x - from;
    if (from > diagonal) added.push(y);
    else removed.push(x);
  }
  return { removed: removed.reverse(), added: added.reverse() };
}
