import type { ReadItem } from "../read-inputs.ts";
import type { SourcePosition } from "../source-position.ts";

/** An item of a block with the line number that it has in the whole file; `lines` is how many stand before the block. */
export function renumbered(item: ReadItem, lines: number): ReadItem {
  if (lines === 0) return item;
  const source = renumberedSource(item.at, lines);
  const at = { ...item.at, source };
  return "row" in item ? { ...item, at, row: { ...item.row, source } } : { ...item, at };
}

function renumberedSource({ source, sourceFile }: SourcePosition, lines: number): string {
  const [, number, rest] = /^:(\d+)(.*)$/s.exec(source.slice(sourceFile.length)) ?? [];
  return number === undefined ? source : `${sourceFile}:${Number(number) + lines}${rest}`;
}
