import { MemopError } from "../error.ts";
import type { Bytes } from "./byte-stream.ts";
import { MAX_RECORD_BYTES } from "./raw-record.ts";

/** One row of a CSV file. */
export interface CsvRow {
  /** A cell without quotes and characters is null, one of two quotes is "". */
  readonly cells: readonly (string | null)[];
  /** 1-based line in which it starts: texts in quotes may go over several lines. */
  readonly line: number;
  /** False for a last row that ends within a text in quotes. */
  readonly isWhole: boolean;
}

/**
 * Splits CSV (RFC 4180; any one-character separator, either line end) into rows. Blank lines are skipped.
 *
 * Throws `BAD_INPUT` for bytes that are no UTF-8, and for a text of more than 256 MiB, which a quote that is never closed
 * makes of the rest of a file.
 */
export async function* readCsv(bytes: Bytes, separator: string): AsyncGenerator<CsvRow> {
  let cells: (string | null)[] = [];
  let cell = "";
  /** `shut` follows the quote that closes a text, `closing` is at it: another quote there stands for one in the text. */
  let state: "bare" | "open" | "closing" | "shut" = "bare";
  let line = 1;
  let firstLine = 1;
  const endCell = (): void => {
    cells.push(cell === "" && state === "bare" ? null : cell);
    cell = "";
    state = "bare";
  };
  const takeRow = (): CsvRow | null => {
    const isWhole = state !== "open";
    endCell();
    const row = { cells, line: firstLine, isWhole };
    cells = [];
    return row.cells.length === 1 && row.cells[0] === null ? null : row;
  };
  for await (const text of decoded(bytes)) {
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const character = text[at];
      if (character === "\n") line += 1;
      if (state === "open") {
        if (character !== '"') continue;
        cell += text.slice(from, at);
        from = at + 1;
        state = "closing";
      } else if (character === '"' && state === "closing") {
        cell += '"';
        from = at + 1;
        state = "open";
      } else if (character === '"' && state === "bare" && cell === "" && from === at) {
        from = at + 1;
        state = "open";
      } else if (character === separator || character === "\n") {
        cell += text.slice(from, at);
        from = at + 1;
        if (character === separator) {
          endCell();
          continue;
        }
        if (state !== "closing" && cell.endsWith("\r")) cell = cell.slice(0, -1);
        const row = takeRow();
        if (row !== null) yield row;
        firstLine = line;
      } else if (state === "closing") state = "shut";
    }
    cell += text.slice(from);
    if (cell.length > MAX_RECORD_BYTES) {
      throw new MemopError("BAD_INPUT", `line ${firstLine}: a text of more than ${MAX_RECORD_BYTES} bytes`, {
        hint: "a quote may not be closed",
      });
    }
  }
  if (state !== "closing" && state !== "open" && cell.endsWith("\r")) cell = cell.slice(0, -1);
  const last = takeRow();
  if (last !== null) yield last;
}

/** Bytes as text, without a byte order mark. */
async function* decoded(bytes: Bytes): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (cause) {
      throw new MemopError("BAD_INPUT", "the text is no valid UTF-8", { hint: "convert it with iconv", cause });
    }
  };
  for await (const chunk of bytes) yield decode(chunk);
  yield decode();
}
