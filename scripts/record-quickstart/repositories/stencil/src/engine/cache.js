// A cache that forgets what was used longest ago.

/** Keeps at most `limit` entries; 0 keeps none. */
export function createCache(limit) {
  const entries = new Map();
  return {
    get size() {
      return entries.size;
    },
    has(key) {
      return entries.has(key);
    },
    fetch(key, make) {
      if (entries.has(key)) {
        const known = entries.get(key);
        touch(entries, key, known);
        return known;
      }
      const made = make();
      if (limit > 0) entries.set(key, made);
      while (entries.size > limit) entries.delete(oldest(entries));
      return made;
    },
  };
}

function touch(entries, key, value) {
  entries.delete(key);
  entries.set(key, value);
}

function oldest(entries) {
  return entries.keys().next().value;
}
