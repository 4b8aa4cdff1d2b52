/**
 * Whether two names mean the same function of one file: compared with their classes when both name one, else by the bare
 * name. Parts are joined by `.`, `::` or `#`; of nested classes the shorter chain decides.
 */
export function sameFunction(a: string, b: string): boolean {
  const [left, right] = [a, b].map((name) => name.split(/\.|::|#/).reverse()) as [string[], string[]];
  const compared = Math.max(1, Math.min(left.length, right.length));
  return left.slice(0, compared).every((part, at) => part === right[at]);
}
