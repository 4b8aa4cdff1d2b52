/**
 * Half the width of the two-sided 95 % interval of a mean, by Student's t; null for fewer than two values.
 *
 * `deviation` is the sample's standard deviation. The quantile is the Cornish-Fisher expansion, exact to 0.5 % from three
 * degrees of freedom on; below it is tabulated. Source: docs/papers.md#student-t.
 */
export function halfWidthOfMean(deviation: number | null, count: number): number | null {
  if (deviation === null || count < 2) return null;
  return (quantile(count - 1) * deviation) / Math.sqrt(count);
}

const z = 1.959964;

function quantile(freedom: number): number {
  if (freedom === 1) return 12.7062;
  if (freedom === 2) return 4.30265;
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  const fourth = (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92160;
  return z + first / freedom + second / freedom ** 2 + third / freedom ** 3 + fourth / freedom ** 4;
}
