/** Maps values to places along an axis, with round ticks. */
export interface LinearScale {
  (value: number): number;
  readonly domain: readonly [number, number];
  /** Round values inside the domain, ascending. */
  readonly ticks: readonly number[];
  /** Decimals that tell the ticks apart. */
  readonly digits: number;
}

/**
 * A scale from `domain` to `range`, widened to round ends; a domain of one value is widened to both sides.
 *
 * Ticks are multiples of 1, 2 or 5 times a power of ten, about `count` of them.
 */
export function linearScale(
  domain: readonly [number, number],
  range: readonly [number, number],
  count = 5,
): LinearScale {
  const [low, high] = domain[0] === domain[1] ? [domain[0] - 1, domain[1] + 1] : domain;
  const step = roundStep((high - low) / count);
  const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)];
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toFixed(digits)));
  const [start, end] = [ticks[0] as number, ticks.at(-1) as number];
  const place = (value: number): number => range[0] + ((value - start) / (end - start)) * (range[1] - range[0]);
  return Object.assign(place, { domain: [start, end] as const, ticks, digits });
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = rough / power;
  return power * (factor <= 1 + 1e-9 ? 1 : factor <= 2 + 1e-9 ? 2 : factor <= 5 + 1e-9 ? 5 : 10);
}
