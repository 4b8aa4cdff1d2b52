/** Number of ways to tell `having` runs from `without` others: C(having + without, having). Inexact above 2⁵³. */
export function arrangements(having: number, without: number): number {
  let count = 1;
  for (let at = 1; at <= Math.min(having, without); at += 1) count = (count * (having + without - at + 1)) / at;
  return Math.round(count);
}
