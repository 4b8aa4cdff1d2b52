declare global {
  // In Node 20 and later; the ES2023 library of TypeScript does not list them yet.
  interface String {
    isWellFormed(): boolean;
    toWellFormed(): string;
  }
}

/**
 * A text without lone surrogates, which no UTF-8 file can hold: each becomes U+FFFD. `replaced` says how many there were.
 */
export function wellFormedText(text: string): { readonly text: string; readonly replaced: number } {
  if (text.isWellFormed()) return { text, replaced: 0 };
  const repaired = text.toWellFormed();
  let replaced = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) !== repaired.charCodeAt(at)) replaced += 1;
  return { text: repaired, replaced };
}
