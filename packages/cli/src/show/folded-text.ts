const mostLines = 12;
const mostCharacters = 1000;

/** A text without the middle of it when it has more than 12 lines, or lines of more than 1,000 characters. Control codes are shown, not obeyed. */
export function foldedText(text: string, isFull: boolean): string {
  const lines = harmless(text.trimEnd()).split("\n");
  if (isFull) return lines.join("\n");
  const half = mostLines / 2;
  const left = lines.length - mostLines;
  const shown = left > 0 ? [...lines.slice(0, half), `… ${left} more lines …`, ...lines.slice(-half)] : lines;
  return shown
    .map((line) =>
      line.length > mostCharacters
        ? `${line.slice(0, mostCharacters)}… ${line.length - mostCharacters} more characters`
        : line,
    )
    .join("\n");
}

/** A log must not move the cursor, ring the bell or change the title of a terminal. */
function harmless(text: string): string {
  return (
    text
      .replaceAll("\r\n", "\n")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
      .replaceAll(/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g, "")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: same
      .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f\u0080-\u009f]/g, "�")
  );
}
