/** A function and the lines that it takes up. */
export interface FunctionRange {
  /** `Class.method` when a class directly encloses it, else the bare name. */
  readonly name: string;
  /** 1-based numbers of its first line (its first decorator's, where it has some) and its last one. */
  readonly from: number;
  readonly to: number;
}

/** A definition among the lines of a file. Classes are kept beside functions, since they end a function's claim to a line. */
export interface DefinitionRange extends Omit<FunctionRange, "name"> {
  /** Null for a class. */
  readonly name: string | null;
}

/**
 * The innermost function around a line: that of the last range to begin, when it is a function's. Null when the innermost
 * definition is a class, or there is none. `ranges` stand in the order in which they begin, outer ones first.
 */
export function functionAtLine(ranges: readonly DefinitionRange[], line: number): string | null {
  let innermost: DefinitionRange | null = null;
  for (const range of ranges) {
    if (range.from > line) break;
    if (line <= range.to) innermost = range;
  }
  return innermost === null ? null : innermost.name;
}

/** Functions around some lines, without repeats, in the order of the lines. */
export function functionsAtLines(ranges: readonly DefinitionRange[], lines: Iterable<number>): readonly string[] {
  const found = new Set<string>();
  for (const line of lines) {
    const name = functionAtLine(ranges, line);
    if (name !== null) found.add(name);
  }
  return [...found];
}
