// Expressions: literals, paths, comparisons, and / or / not.

/** Parses a condition such as `not user.blocked and count >= 3`. */
export function parseCondition(source) {
  return parseBinary(source, " or ", "or", (part) => parseBinary(part, " and ", "and", parseNegation));
}

/** Parses a literal (`'text'`, `12`, `true`, `nil`) or a dotted path. */
export function parseOperand(source) {
  const text = source.trim();
  if (/^'.*'$|^".*"$/.test(text)) return { type: "literal", value: text.slice(1, -1) };
  if (/^-?\d+(\.\d+)?$/.test(text)) return { type: "literal", value: Number(text) };
  if (text === "true" || text === "false") return { type: "literal", value: text === "true" };
  if (text === "nil") return { type: "literal", value: null };
  return { type: "path", path: text };
}

function parseBinary(source, separator, type, parsePart) {
  const [first, ...others] = source.split(separator);
  return others.reduce((left, part) => ({ type, left, right: parsePart(part) }), parsePart(first));
}

function parseNegation(source) {
  const text = source.trim();
  if (text.startsWith("not ")) return { type: "not", operand: parseNegation(text.slice("not ".length)) };
  return parseComparison(text);
}

function parseComparison(text) {
  const match = text.match(/^(.+?)\s*(==|!=|<=|>=|<|>)\s*(.+)$/);
  if (!match) return parseOperand(text);
  const [, left, operator, right] = match;
  return { type: "compare", operator, left: parseOperand(left), right: parseOperand(right) };
}
