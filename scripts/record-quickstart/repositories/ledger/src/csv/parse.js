// Reading CSV.
import { detectSeparator } from "./separator.js";

/** Rows of cells; quoted cells may hold separators, line ends and doubled quotes. */
export function parseCsv(text, separator = detectSeparator(text)) {
  const rows = [[]];
  let cell = "";
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[index + 1] === '"') cell += text[++index];
      else quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === separator) {
      rows.at(-1).push(cell);
      cell = "";
    } else if (character === "\n") {
      rows.at(-1).push(cell.replace(/\r$/, ""));
      rows.push([]);
      cell = "";
    } else cell += character;
  }
  rows.at(-1).push(cell);
  return rows.filter(isNotBlank);
}

function isNotBlank(row) {
  return row.length > 1 || row[0] !== "";
}
