/**
 * The words of a text that look like commit hashes: 7 to 40 hex digits, letters and digits mixed, lower case.
 *
 * Parts of longer words, of UUIDs, and numbers are none.
 */
export function commitHashes(text: string): readonly string[] {
  const words = text.match(/(?<![\w-])[0-9a-fA-F]{7,40}(?![\w-])/g) ?? [];
  return words.map((word) => word.toLowerCase()).filter((word) => /\d/.test(word) && /[a-f]/.test(word));
}

/** True when one hash is the other, or a shortened form of it. */
export function isSameCommit(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}
