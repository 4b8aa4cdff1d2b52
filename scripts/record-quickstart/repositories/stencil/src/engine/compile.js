// Compiling: tokens, then a tree, then small rewrites of the tree.
import { tokenize } from "../parse/lexer.js";
import { parseTokens } from "../parse/parser.js";

/** Compiles a template text to a list of nodes. */
export function compile(template, settings) {
  const nodes = joinTexts(parseTokens(tokenize(template)));
  return settings.autoEscape ? nodes.map(escapeOutputs) : nodes;
}

function joinTexts(nodes) {
  const joined = [];
  for (const node of nodes) {
    const previous = joined.at(-1);
    if (node.type === "text" && previous?.type === "text") previous.value += node.value;
    else joined.push(node);
  }
  return joined;
}

function escapeOutputs(node) {
  if (node.type === "output") {
    const isSafe = node.filters.some((filter) => filter.name === "safe");
    const filters = isSafe ? node.filters : [...node.filters, { name: "escape", values: [] }];
    return { ...node, filters };
  }
  if (node.type === "if") {
    return { ...node, body: node.body.map(escapeOutputs), otherwise: node.otherwise.map(escapeOutputs) };
  }
  if (node.type === "for") return { ...node, body: node.body.map(escapeOutputs) };
  return node;
}
