// Lining up cells in columns.

/** Lines of cells, two spaces apart; cells that look like amounts stand at the right. */
export function alignColumns(rows) {
  const widths = rows[0].map((_, index) => Math.max(...rows.map((row) => row[index].length)));
  return rows
    .map((row) =>
      row
        .map((cell, index) => place(cell, widths[index]))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function place(cell, width) {
  return isAmount(cell) ? cell.padStart(width) : cell.padEnd(width);
}

function isAmount(cell) {
  return /^[-(]?[\d,]+\.\d\d\)?$/.test(cell);
}
