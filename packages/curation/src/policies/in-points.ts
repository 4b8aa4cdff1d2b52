/** A number for a reason code: at most four decimals, without trailing zeros; smaller ones in exponent form, 0 as `0`. */
export function inPoints(value: number): string {
  const rounded = Number(value.toFixed(4));
  return rounded === 0 && value !== 0 ? value.toExponential(1) : String(rounded);
}
