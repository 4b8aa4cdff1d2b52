import type { Row } from "@memop/core";

const MAX_CELL = 60;

/** Rows as columns of text for a terminal; long values are cut with an ellipsis. */
export function textTable(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return "(no rows)\n";
  const cells = rows.map((row) => names.map((name) => cellText(row[name])));
  const widths = names.map((name, at) =>
    cells.reduce((most, row) => Math.max(most, row[at]?.length ?? 0), name.length),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd();
  return [line(names), line(widths.map((width) => "-".repeat(width))), ...cells.map(line)].join("\n").concat("\n");
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  const oneLine = text.replaceAll(/\s+/g, " ");
  return oneLine.length > MAX_CELL ? `${oneLine.slice(0, MAX_CELL - 1)}…` : oneLine;
}
