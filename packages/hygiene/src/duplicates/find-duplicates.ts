import { sha256Hex } from "@memop/core";
import { LshIndex } from "./lsh-index.ts";
import { createMinHash, estimatedJaccard } from "./minhash.ts";
import { defaultShingleTokens, packedJaccard, packedShingles, shingles } from "./shingles.ts";

/** A memory or a trajectory, as the text that it is compared by. */
export interface DuplicateItem {
  readonly id: string;
  readonly text: string;
  /** Near duplicates are looked for within a group only: nearly the same text with another verdict is a contrast. */
  readonly group?: string;
}

/** One item that repeats an earlier one. */
export interface Duplicate {
  /** The one to drop. */
  readonly droppedId: string;
  /** The earlier one, kept in its place. */
  readonly keptId: string;
  /** True when the texts are equal but for white space. */
  readonly isExact: boolean;
  /** Jaccard similarity of the two sets of shingles, in [0, 1]. */
  readonly similarity: number;
  /** The same as MinHash estimates it; 1 for exact ones. */
  readonly estimate: number;
}

/** How duplicates are found. With the defaults, pairs of similarity 0.8 are looked at with probability 0.998, of 0.5 with 0.27. */
export interface DuplicateOptions {
  /** Least exact similarity of a near duplicate, in (0, 1]. Default 0.8; lower ones need fewer rows and more bands. */
  readonly threshold?: number;
  /** Tokens per shingle. Default 5. */
  readonly shingleTokens?: number;
  /** Bands of the signature. Default 20. */
  readonly bands?: number;
  /** Places per band; the signature has bands · rows. Default 6. */
  readonly rows?: number;
  /** Draws the hash functions. Default 1. */
  readonly seed?: number;
}

/**
 * Finds exact and near duplicates among items, in their order: the first of its kind is kept, each later one that is alike
 * enough is dropped for the most similar kept one. Items without any token are duplicates only of each other.
 */
export function findDuplicates(
  items: Iterable<DuplicateItem>,
  options: DuplicateOptions = {},
): ReadonlyMap<string, Duplicate> {
  const { threshold = 0.8, shingleTokens = defaultShingleTokens, bands = 20, rows = 6, seed = 1 } = options;
  const minHash = createMinHash(bands * rows, seed);
  const index = new LshIndex(bands, rows);
  const kept: {
    readonly id: string;
    readonly group: string | undefined;
    readonly set: Uint32Array;
    readonly signature: Uint32Array;
  }[] = [];
  const exact = new Map<string, string>();
  const found = new Map<string, Duplicate>();
  for (const { id, text, group } of items) {
    const hash = exactHash(text);
    const same = exact.get(hash);
    if (same !== undefined) {
      found.set(id, copyOf(id, same, found));
      continue;
    }
    const own = shingles(text, shingleTokens);
    const signature = minHash.sign(own);
    const set = packedShingles(own);
    let best: Duplicate | null = null;
    for (const number of set.length === 0 ? [] : index.candidates(signature)) {
      const other = kept[number] as (typeof kept)[number];
      if (other.group !== group) continue;
      const similarity = packedJaccard(set, other.set);
      if (similarity < threshold || similarity <= (best?.similarity ?? 0)) continue;
      best = {
        droppedId: id,
        keptId: other.id,
        isExact: false,
        similarity,
        estimate: estimatedJaccard(signature, other.signature),
      };
    }
    exact.set(hash, id);
    if (best !== null) found.set(id, best);
    else {
      index.add(kept.length, signature);
      kept.push({ id, group, set, signature });
    }
  }
  return found;
}

/** Hash of a text as exact duplicates are told: white space does not matter. */
export function exactHash(text: string): string {
  return sha256Hex(text.replace(/\s+/g, " ").trim());
}

/** What a copy is a duplicate of: its original, or, when that is a near duplicate itself, what is kept in its place. */
export function copyOf(id: string, original: string, found: ReadonlyMap<string, Duplicate>): Duplicate {
  const near = found.get(original);
  if (near !== undefined) return { ...near, droppedId: id };
  return { droppedId: id, keptId: original, isExact: true, similarity: 1, estimate: 1 };
}
