const declaration =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) ?\*? ?(\w+)/;

/**
 * Names that a TypeScript source exports without a doc comment directly above. Textual: a declaration starts its line.
 *
 * A name declared twice (a schema and its type, overloads) needs its comment once. Line comments for tools may stand between.
 */
export function missingDocComments(source: string): string[] {
  const lines = source.split("\n");
  const names = new Map<string, boolean>();
  lines.forEach((line, index) => {
    const name = declaration.exec(line)?.[1];
    if (name === undefined) return;
    names.set(name, (names.get(name) ?? false) || hasCommentAbove(lines, index));
  });
  return [...names].filter(([, documented]) => !documented).map(([name]) => name);
}

function hasCommentAbove(lines: readonly string[], index: number): boolean {
  let above = index - 1;
  while (lines[above]?.startsWith("//")) above -= 1;
  return lines[above]?.trimEnd().endsWith("*/") ?? false;
}
