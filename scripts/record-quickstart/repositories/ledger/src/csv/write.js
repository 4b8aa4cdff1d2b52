// Writing CSV.

/** Text of rows; a cell is quoted when it has to be. */
export function writeCsv(rows, separator = ",") {
  return rows.map((row) => `${row.map((cell) => writeCell(cell, separator)).join(separator)}\n`).join("");
}

function writeCell(cell, separator) {
  const text = cell === null || cell === undefined ? "" : String(cell);
  return needsQuotes(text, separator) ? `"${text.replaceAll('"', '""')}"` : text;
}

function needsQuotes(text, separator) {
  return text.includes(separator) || text.includes('"') || text.includes("\n") || text !== text.trim();
}
