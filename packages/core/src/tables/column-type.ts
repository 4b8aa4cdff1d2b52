/** A DuckDB column type, taken apart. */
export type ColumnType =
  | { readonly kind: "list"; readonly item: string }
  /** Field name to its type, in order. */
  | { readonly kind: "struct"; readonly fields: ReadonlyMap<string, string> }
  | { readonly kind: "simple"; readonly name: string };

/** Takes a type such as `VARCHAR`, `DOUBLE[]` or `STRUCT("file" VARCHAR, "at" INTEGER[])[]` apart by one level. */
export function parseColumnType(type: string): ColumnType {
  const text = type.trim();
  if (text.endsWith("[]")) return { kind: "list", item: text.slice(0, -2) };
  const struct = /^STRUCT\s*\((.*)\)$/is.exec(text);
  if (struct === null) return { kind: "simple", name: text.toUpperCase() };
  const fields = topLevelParts(struct[1] ?? "").map((part): [string, string] => {
    const field = /^\s*(?:"((?:[^"]|"")*)"|(\w+))\s+(.*)$/s.exec(part);
    return [(field?.[1] ?? field?.[2] ?? "").replaceAll('""', '"'), field?.[3] ?? ""];
  });
  return { kind: "struct", fields: new Map(fields) };
}

/** Splits at commas that are in no parentheses and no quotes. */
function topLevelParts(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let isQuoted = false;
  let start = 0;
  for (const [at, character] of [...text].entries()) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    else if (character === "," && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}
