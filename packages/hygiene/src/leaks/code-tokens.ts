/**
 * A text as code sees it: words and signs, joined by line ends, so that `includes` on two such texts is a match of whole
 * tokens whatever the white space, the kind of quotes and the escapes of JSON around them.
 */
export function codeTokens(text: string): string {
  const plain = text
    .replace(/\\[ntr]/g, " ")
    .replaceAll("\\", "")
    .replace(/["“”‘’]/g, "'");
  const tokens = plain.match(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu) ?? [];
  return `\n${tokens.join("\n")}\n`;
}
