import { type Cell, cellMarkup } from "./cell.ts";
import { type Content, html, type Markup } from "./markup.ts";

/** One column of a table. */
export interface Column {
  readonly label: Content;
  /** Explains the label; shown when pointed at, and read by screen readers. */
  readonly title?: string;
  /** Default: `end` for every column but the first. */
  readonly align?: "start" | "end";
}

/** One row: its first cell is the row's header. A row with `group` spans the table and names the rows below it. */
export type TableRow = { readonly group: Content } | { readonly cells: readonly Cell[]; readonly isBaseline?: boolean };

/** A table with a caption, column headers and row headers. */
export interface Table {
  readonly caption: Content;
  readonly columns: readonly Column[];
  readonly rows: readonly TableRow[];
  /** Shown below it in small type. */
  readonly note?: Content;
}

/** HTML of a table; it scrolls sideways by itself when the page is narrow. */
export function table({ caption, columns, rows, note = null }: Table): Markup {
  const heads = columns.map((column, at) => {
    const title = column.title === undefined ? null : html` title="${column.title}"`;
    return html`<th scope="col" class="${alignment(columns, at)}"${title}>${column.label}</th>`;
  });
  return html`<figure class="table"><div class="scroll" tabindex="0" role="region" aria-label="table">
<table><caption>${caption}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>
${rows.map((row) => rowMarkup(row, columns))}</tbody></table></div>${note === null || note === "" ? null : html`<figcaption>${note}</figcaption>`}</figure>
`;
}

function rowMarkup(row: TableRow, columns: readonly Column[]): Markup {
  if ("group" in row) {
    return html`<tr class="group"><th scope="rowgroup" colspan="${columns.length}"><span>${row.group}</span></th></tr>
`;
  }
  const cells = row.cells.map((cell, at) => {
    const { content, className } = cellMarkup(cell);
    if (at === 0) return html`<th scope="row">${content}</th>`;
    return html`<td class="${[alignment(columns, at), className].filter((name) => name !== "").join(" ")}">${content}</td>`;
  });
  return html`<tr${row.isBaseline === true && html` class="baseline"`}>${cells}</tr>
`;
}

function alignment(columns: readonly Column[], at: number): string {
  return columns[at]?.align ?? (at === 0 ? "start" : "end");
}
