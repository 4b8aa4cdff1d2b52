const escapeCode = String.fromCharCode(27);
const bell = String.fromCharCode(7);
const sequences = new RegExp(
  `${escapeCode}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${bell}${escapeCode}]*(?:${bell}|${escapeCode}\\\\)|[()#][0-9A-Za-z]|[0-9<=>@-Z\\\\^_a-z])`,
  "g",
);
const backspace = String.fromCharCode(8);

/**
 * What a person reads of a terminal's recording: without control sequences, and of a line that was written over (progress
 * bars) only what was written last.
 */
export function terminalText(recording: string): string {
  return recording
    .replace(sequences, "")
    .split("\n")
    .map((line) => withoutRubbedOut(lastWritten(line)))
    .join("\n");
}

/** A carriage return at the end of a line writes over nothing. */
function lastWritten(line: string): string {
  const written = line.replace(/\r+$/, "");
  return written.slice(written.lastIndexOf("\r") + 1);
}

function withoutRubbedOut(line: string): string {
  if (!line.includes(backspace)) return line.replaceAll(bell, "");
  const kept: string[] = [];
  for (const character of line) {
    if (character === backspace) kept.pop();
    else if (character !== bell) kept.push(character);
  }
  return kept.join("");
}
