// Tables of plain text.
import { padLeft, padRight } from "./pad.js";
import { displayWidth } from "./width.js";

/** Draws rows under a header; numbers stand at the right. */
export function renderTable(rows, columns) {
  const widths = columns.map((column) => columnWidth(rows, column));
  const rule = widths.map((width) => "-".repeat(width)).join("-+-");
  const lines = rows.map((row) =>
    drawRow(
      columns.map((column) => row[column]),
      widths,
    ),
  );
  return [drawRow(columns, widths), rule, ...lines].join("\n");
}

function columnWidth(rows, column) {
  const cells = rows.map((row) => displayWidth(cellText(row[column])));
  return Math.max(displayWidth(column), ...cells);
}

function drawRow(cells, widths) {
  return cells
    .map((cell, index) => alignCell(cell, widths[index]))
    .join(" | ")
    .trimEnd();
}

function alignCell(cell, width) {
  const align = typeof cell === "number" ? padLeft : padRight;
  return align(cellText(cell), width);
}

function cellText(cell) {
  return cell === undefined || cell === null ? "" : String(cell);
}
