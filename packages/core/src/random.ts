/** A seeded stream of random numbers: the same seed gives the same numbers on every machine. */
export interface Random {
  /** The next number in [0, 1), with 32 random bits. */
  next(): number;
  /** A whole number in [0, below). `below` must be a positive integer up to 2^32. */
  integer(below: number): number;
  /** A new array with the same items in random order (Fisher-Yates). */
  shuffle<T>(items: readonly T[]): T[];
}

/**
 * Makes a random stream from a whole-number seed, or from a text (hashed by FNV-1a first).
 *
 * The generator is sfc32: 128 bits of state, passes PractRand. Source: docs/papers.md#sfc32.
 */
export function createRandom(seed: number | string): Random {
  const next32 = sfc32(typeof seed === "number" ? seed >>> 0 : fnv1a(seed));
  const integer = (below: number): number => Math.floor((next32() / 4294967296) * below);
  return {
    next: () => next32() / 4294967296,
    integer,
    shuffle(items) {
      const shuffled = [...items];
      for (let last = shuffled.length - 1; last > 0; last -= 1) {
        const pick = integer(last + 1);
        [shuffled[last], shuffled[pick]] = [shuffled[pick] as never, shuffled[last] as never];
      }
      return shuffled;
    },
  };
}

function sfc32(seed: number): () => number {
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = 0xb7e15162 ^ seed;
  let counter = seed | 1;
  const next = (): number => {
    const result = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + result;
    return result >>> 0;
  };
  // The first outputs still show the seed's structure.
  for (let round = 0; round < 15; round += 1) next();
  return next;
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}
