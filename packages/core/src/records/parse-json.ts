/** A JSON text's value, or why it has none. */
export type ParsedJson =
  | { readonly value: unknown }
  | { readonly reason: "invalid-json" | "truncated-json"; readonly message: string };

/**
 * Parses a JSON text. `truncated-json` means that the text is the beginning of a JSON text that goes on, or was one before
 * its last character was damaged; NaN, comments and trailing commas are invalid. Of equal keys the last one counts.
 */
export function parseJson(text: string): ParsedJson {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const { message } = error as Error;
    return { reason: isCutOff(text, message) ? "truncated-json" : "invalid-json", message };
  }
}

/** V8 either says so, or complains about the place where the text ends. */
function isCutOff(text: string, message: string): boolean {
  if (/end of JSON input|^Unterminated string/.test(message)) return true;
  const position = / at position (\d+)/.exec(message)?.[1];
  return position !== undefined && Number(position) >= text.trimEnd().length;
}
