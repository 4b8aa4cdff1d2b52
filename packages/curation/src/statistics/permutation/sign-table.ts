import type { Random } from "@memop/core";

/** Sums over rows under random signs: eight rows at a time are looked up in a table of their 256 sign patterns. */
export interface SignTable {
  readonly rows: number;
  readonly columns: number;
  /** Writes the sums of the columns, each row with a random sign, to `sums`. The signs drawn are left in `flips`. */
  draw(random: Random, sums: Float64Array, flips?: Uint8Array): void;
}

const rowsPerByte = 8;
const patterns = 256;

/**
 * Prepares drawing signs for a (rows × columns) matrix, row by row. `NaN` counts as 0.
 *
 * `flips` holds one bit per row, the lowest bit of byte 0 first; 1 means that the row's sign was turned.
 * Source: docs/papers.md#sign-flip.
 */
export function signTable(values: Float64Array, columns: number): SignTable {
  const rows = values.length / columns;
  const bytes = Math.ceil(rows / rowsPerByte);
  const table = new Float64Array(bytes * patterns * columns);
  for (let byte = 0; byte < bytes; byte += 1) fillByte(table, byte, values, rows, columns);
  return {
    rows,
    columns,
    draw(random, sums, flips) {
      sums.fill(0);
      let bits = 0;
      for (let byte = 0; byte < bytes; byte += 1) {
        bits = byte % 4 === 0 ? random.integer(2 ** 32) : bits >>> 8;
        const pattern = bits & 255;
        if (flips !== undefined) flips[byte] = pattern;
        const offset = (byte * patterns + pattern) * columns;
        for (let column = 0; column < columns; column += 1) {
          (sums[column] as number) += table[offset + column] as number;
        }
      }
    },
  };
}

function fillByte(table: Float64Array, byte: number, values: Float64Array, rows: number, columns: number): void {
  const start = byte * patterns * columns;
  const first = byte * rowsPerByte;
  for (let row = first; row < Math.min(first + rowsPerByte, rows); row += 1) {
    for (let column = 0; column < columns; column += 1) {
      (table[start + column] as number) += values[row * columns + column] || 0;
    }
  }
  // Each pattern differs from a smaller one in its lowest set bit.
  for (let pattern = 1; pattern < patterns; pattern += 1) {
    const row = first + (31 - Math.clz32(pattern & -pattern));
    const before = start + (pattern & (pattern - 1)) * columns;
    for (let column = 0; column < columns; column += 1) {
      const value = row < rows ? values[row * columns + column] || 0 : 0;
      table[start + pattern * columns + column] = (table[before + column] as number) - 2 * value;
    }
  }
}
