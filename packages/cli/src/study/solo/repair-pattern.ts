import { parseUnifiedDiff } from "@memop/trajectory";

/** How a patch mends what was wrong, with the rule that tells. */
export interface RepairPattern {
  readonly name: string;
  /** The rule in words. */
  readonly rule: string;
  matches(change: PatchLines): boolean;
}

/** Lines that a patch takes out and puts in, blank lines and comments left out, without their indentation. */
export interface PatchLines {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

const guard =
  /^(?:}?\s*(?:else\s+)?if|elif|unless|assert|guard)\b|\braise\b|\bthrow\b|\bisinstance\(|\bis (?:not )?None\b|[=!]==? ?null\b/;
const collection =
  /\bin\s*[([{]|\bfor\b[^;]*\b(?:in|of)\b|isinstance\([^,]+,\s*\(|\.(?:includes|has|some|every|map|extend|append|push)\(|\b(?:any|all|set|list|tuple|frozenset)\(/;
const assignment = /^(?:self|this|cls|[A-Za-z_]\w*)(?:\.\w+)*\.?\w*\s*(?::\s*[^=]+)?=(?!=)/;

/** The patterns that ExpeRepair names for its unique repairs, most specific first. The names are the paper's, the rules ours. Source: docs/papers.md#repair-patterns. */
export const repairPatterns: readonly RepairPattern[] = [
  {
    name: "generalize-single-value-to-collection",
    rule: "a line that handled one value is replaced by one with a membership test, a loop, or a collection",
    matches: ({ removed, added }) =>
      removed.length > 0 &&
      added.some((line) => collection.test(line)) &&
      !removed.some((line) => collection.test(line)),
  },
  {
    name: "correct-attribute-or-type",
    rule: "every line that is taken out comes back with at most two names, attributes, types or literals exchanged",
    matches: ({ removed, added }) =>
      removed.length > 0 &&
      removed.length === added.length &&
      removed.every((line, at) => isExchange(line, added[at] ?? "")),
  },
  {
    name: "add-missing-validation",
    rule: "a condition, an assertion or an error is put in, and none is taken out",
    matches: ({ removed, added }) =>
      added.some((line) => guard.test(line)) && !removed.some((line) => guard.test(line)),
  },
  {
    name: "initialize-state",
    rule: "only assignments are put in, and nothing is taken out",
    matches: ({ removed, added }) =>
      removed.length === 0 && added.length > 0 && added.every((line) => assignment.test(line)),
  },
];

/** Tag of a patch that no rule fits. */
export const otherRepair = "other";

/** The repair pattern of a patch, `other` when no rule fits; null when there is no patch. */
export function repairPatternOf(patch: string | null): string | null {
  if (patch === null || patch.trim() === "") return null;
  const lines = parseUnifiedDiff(patch).flatMap(({ hunks }) => hunks.flatMap((hunk) => hunk.lines));
  const of = (kind: "+" | "-"): string[] =>
    lines
      .filter((line) => line.kind === kind)
      .map(({ text }) => text.trim())
      .filter((text) => text !== "" && !/^(?:#|\/\/|\*|\/\*)/.test(text));
  const change = { removed: of("-"), added: of("+") };
  if (change.removed.length + change.added.length === 0) return otherRepair;
  return repairPatterns.find((pattern) => pattern.matches(change))?.name ?? otherRepair;
}

/** True when the two lines have the same shape and differ in one or two words. */
function isExchange(before: string, after: string): boolean {
  const tokens = (line: string): string[] => line.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\w]+|[^\s\w]/g) ?? [];
  const [old, fresh] = [tokens(before), tokens(after)];
  if (old.length !== fresh.length) return false;
  const differing = old.filter((token, at) => token !== fresh[at]);
  return differing.length >= 1 && differing.length <= 2 && differing.every((token) => /^[\w"']/.test(token));
}
