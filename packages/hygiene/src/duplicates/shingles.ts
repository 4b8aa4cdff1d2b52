/** Width of a shingle in tokens. */
export const defaultShingleTokens = 5;

/**
 * The set of 32-bit hashes (FNV-1a) of all runs of `width` tokens in a text. Tokens are words and numbers in lower case, and
 * single signs; a shorter text has one shingle, a text without tokens none.
 */
export function shingles(text: string, width: number = defaultShingleTokens): ReadonlySet<number> {
  const tokens = (text.toLowerCase().match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []).map(hashOfText);
  const found = new Set<number>();
  for (let at = 0; at === 0 || at + width <= tokens.length; at += 1) {
    const end = Math.min(at + width, tokens.length);
    if (end === at) break;
    let hash = 0x811c9dc5;
    for (let each = at; each < end; each += 1) hash = Math.imul(hash ^ (tokens[each] as number), 0x01000193);
    found.add(mixed(hash));
  }
  return found;
}

/** A set of shingles in a quarter of the memory: ascending. */
export function packedShingles(set: ReadonlySet<number>): Uint32Array {
  return Uint32Array.from(set).sort();
}

/** Jaccard similarity of two packed sets, as `jaccard` gives it. */
export function packedJaccard(a: Uint32Array, b: Uint32Array): number {
  if (a.length === 0 && b.length === 0) return 1;
  let [shared, at, other] = [0, 0, 0];
  while (at < a.length && other < b.length) {
    const [left, right] = [a[at] as number, b[other] as number];
    if (left === right) shared += 1;
    if (left <= right) at += 1;
    if (right <= left) other += 1;
  }
  return shared / (a.length + b.length - shared);
}

/** |a ∩ b| / |a ∪ b|; 1 for two empty sets. Source: docs/papers.md#minhash. */
export function jaccard(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  if (a.size === 0 && b.size === 0) return 1;
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const each of small) if (large.has(each)) shared += 1;
  return shared / (a.size + b.size - shared);
}

function hashOfText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return mixed(hash);
}

/** Spreads every bit over the word (the finalizer of MurmurHash3). */
function mixed(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
