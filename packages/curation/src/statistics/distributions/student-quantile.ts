import { normalQuantile } from "./normal-distribution.ts";

/**
 * The `share` quantile of Student's t at a positive whole number of degrees of freedom.
 *
 * Closed form for one and two degrees, else expanded around the normal quantile: within 0.5 % for shares in [0.01, 0.99].
 * Source: docs/papers.md#student-t.
 */
export function studentQuantile(share: number, freedom: number): number {
  if (freedom === 1) return Math.tan(Math.PI * (share - 0.5));
  if (freedom === 2) return (2 * share - 1) / Math.sqrt(2 * share * (1 - share));
  const z = normalQuantile(share);
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  const fourth = (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92160;
  return z + first / freedom + second / freedom ** 2 + third / freedom ** 3 + fourth / freedom ** 4;
}
