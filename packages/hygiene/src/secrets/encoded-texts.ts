const maxDecoded = 200;

/** What stands encoded in a text: long runs of base64 whose content is plain text, and percent-encoded words. */
export function encodedTexts(text: string): readonly string[] {
  const base64 = (text.match(/(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,20000}={0,2}(?![A-Za-z0-9+/_-])/g) ?? []).slice(
    0,
    maxDecoded,
  );
  const decoded = base64.map((word) => Buffer.from(word, "base64").toString("latin1")).filter(isPlainText);
  const words = text.includes("%") ? (text.match(/[^\s"'<>]+/g) ?? []) : [];
  const percent = words.filter((word) => /%[0-9A-Fa-f]{2}/.test(word)).slice(0, maxDecoded);
  return [...decoded, ...percent.map(percentDecoded).filter((each) => each !== null)];
}

function isPlainText(text: string): boolean {
  return text.length >= 16 && /^[\x20-\x7e\s]*$/.test(text);
}

function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
