/**
 * The `share` quantile of ascending numbers, linear between order statistics (type 7 of Hyndman and Fan). `share` is in
 * [0, 1], `sorted` is not empty. Source: docs/papers.md#quantile.
 */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const position = share * (sorted.length - 1);
  const below = Math.floor(position);
  const low = sorted[below] as number;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] as number;
  return low + (position - below) * (high - low);
}
