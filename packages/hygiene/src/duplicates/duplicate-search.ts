import type { Duplicate, DuplicateItem, DuplicateOptions } from "./find-duplicates.ts";
import { copyOf, exactHash } from "./find-duplicates.ts";
import { LshIndex } from "./lsh-index.ts";
import { createMinHash, estimatedJaccard } from "./minhash.ts";
import { defaultShingleTokens, packedJaccard, packedShingles, shingles } from "./shingles.ts";

/** Finds duplicates among texts that do not fit into memory together, in two passes over them. */
export interface DuplicateSearch {
  /** First pass: notes a text's hash and signature, 0.5 kB each, and forgets the text. */
  note(item: DuplicateItem): void;
  /** Ids whose texts the second pass needs, because their signatures say that they may be near duplicates. */
  doubtful(): ReadonlySet<string>;
  /** Second pass: takes a doubtful text, in any order. */
  compare(item: DuplicateItem): void;
  /** What `findDuplicates` would say of all noted texts in their order. */
  found(): ReadonlyMap<string, Duplicate>;
}

/** Pairs whose estimate lies farther below the threshold than this, over four standard errors, are not looked at. */
const slack = 0.2;

interface Noted {
  readonly id: string;
  readonly group: string | undefined;
  readonly signature: Uint32Array;
  /** Earlier ones that may be alike, with the estimate of how much. */
  readonly candidates: readonly { readonly place: number; readonly estimate: number }[];
}

/** Starts a search. Options are those of `findDuplicates`. Source: docs/papers.md#minhash, docs/papers.md#lsh-banding. */
export function createDuplicateSearch(options: DuplicateOptions = {}): DuplicateSearch {
  const { threshold = 0.8, shingleTokens = defaultShingleTokens, bands = 20, rows = 6, seed = 1 } = options;
  const minHash = createMinHash(bands * rows, seed);
  const index = new LshIndex(bands, rows);
  const noted: Noted[] = [];
  const firstOf = new Map<string, string>();
  const copies: { readonly id: string; readonly original: string }[] = [];
  const doubtful = new Set<string>();
  const texts = new Map<string, Uint32Array>();
  return {
    note({ id, text, group }) {
      const hash = exactHash(text);
      const original = firstOf.get(hash);
      if (original !== undefined) {
        copies.push({ id, original });
        return;
      }
      firstOf.set(hash, id);
      const set = shingles(text, shingleTokens);
      const signature = minHash.sign(set);
      const near = set.size === 0 ? [] : index.candidates(signature);
      const candidates = near
        .filter((place) => (noted[place] as Noted).group === group)
        .map((place) => ({ place, estimate: estimatedJaccard(signature, (noted[place] as Noted).signature) }))
        .filter(({ estimate }) => estimate >= threshold - slack);
      for (const { place } of candidates) doubtful.add((noted[place] as Noted).id);
      if (candidates.length > 0) doubtful.add(id);
      index.add(noted.length, signature);
      noted.push({ id, group, signature, candidates });
    },
    doubtful: () => doubtful,
    compare({ id, text }) {
      if (doubtful.has(id)) texts.set(id, packedShingles(shingles(text, shingleTokens)));
    },
    found() {
      const found = new Map<string, Duplicate>();
      for (const { id, candidates } of noted) {
        const best = bestOf(id, candidates);
        if (best !== null) found.set(id, best);
      }
      for (const { id, original } of copies) found.set(id, copyOf(id, original, found));
      return found;

      function bestOf(id: string, candidates: Noted["candidates"]): Duplicate | null {
        let best: Duplicate | null = null;
        const own = texts.get(id);
        if (own === undefined) return null;
        for (const { place, estimate } of candidates) {
          const other = noted[place] as Noted;
          const set = texts.get(other.id);
          if (found.has(other.id) || set === undefined) continue;
          const similarity = packedJaccard(own, set);
          if (similarity < threshold || similarity <= (best?.similarity ?? 0)) continue;
          best = { droppedId: id, keptId: other.id, isExact: false, similarity, estimate };
        }
        return best;
      }
    },
  };
}
