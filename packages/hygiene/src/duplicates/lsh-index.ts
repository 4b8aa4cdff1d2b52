/**
 * Finds signatures that are likely alike: a signature is cut into bands of `rows` places, and two are candidates when one band
 * is equal in both. Sets of similarity J become candidates with probability 1 − (1 − J^rows)^bands.
 *
 * Source: docs/papers.md#lsh-banding.
 */
export class LshIndex {
  private readonly buckets: Map<number, number[]>[];

  constructor(
    bands: number,
    private readonly rows: number,
  ) {
    this.buckets = Array.from({ length: bands }, () => new Map());
  }

  /** Numbers of the signatures added so far that share a band with this one, in the order they were added. */
  candidates(signature: Uint32Array): readonly number[] {
    const found = new Set<number>();
    for (const [band, buckets] of this.buckets.entries()) {
      for (const each of buckets.get(this.keyOf(signature, band)) ?? []) found.add(each);
    }
    return [...found].sort((a, b) => a - b);
  }

  /** Adds a signature under a number of the caller's. */
  add(number: number, signature: Uint32Array): void {
    for (const [band, buckets] of this.buckets.entries()) {
      const key = this.keyOf(signature, band);
      const bucket = buckets.get(key);
      if (bucket === undefined) buckets.set(key, [number]);
      else bucket.push(number);
    }
  }

  /** Bands with equal keys are almost always equal (FNV-1a over their places); a false candidate costs one comparison. */
  private keyOf(signature: Uint32Array, band: number): number {
    let hash = 0x811c9dc5;
    for (let at = band * this.rows; at < (band + 1) * this.rows; at += 1) {
      hash = Math.imul(hash ^ (signature[at] as number), 0x01000193);
      hash ^= hash >>> 15;
    }
    return hash;
  }
}
