/**
 * Benjamini-Hochberg adjusted p-values (q-values), in the order given: rejecting those at or below q keeps the expected share
 * of false discoveries at or below q. q₍ᵢ₎ = min over j ≥ i of m·p₍ⱼ₎/j, at most 1. Source: docs/papers.md#benjamini-hochberg.
 */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
  const order = pValues.map((_, at) => at).sort((a, b) => (pValues[b] as number) - (pValues[a] as number));
  const adjusted = new Array<number>(pValues.length);
  let least = 1;
  for (const [place, at] of order.entries()) {
    least = Math.min(least, ((pValues[at] as number) * pValues.length) / (pValues.length - place));
    adjusted[at] = least;
  }
  return adjusted;
}
