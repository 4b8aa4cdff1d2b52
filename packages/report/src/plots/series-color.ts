/** Colour of the n-th series (from 0) as a variable of the page's style; five differ, then they repeat. */
export function seriesColor(index: number): string {
  return `var(--series-${(index % 5) + 1})`;
}
