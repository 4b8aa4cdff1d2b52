// Parsing: from tokens to a tree of text, output, if and for nodes.
import { parseCondition, parseOperand } from "./expression.js";
import { parsePipeline } from "./pipeline.js";

/** Parses all tokens; throws SyntaxError for an unclosed or unknown statement. */
export function parseTokens(tokens) {
  const state = { tokens, position: 0 };
  const nodes = parseUntil(state, []);
  if (state.position < tokens.length) throw new SyntaxError(`unexpected {% ${tokens[state.position].value} %}`);
  return nodes;
}

function parseUntil(state, stops) {
  const nodes = [];
  while (state.position < state.tokens.length) {
    const token = state.tokens[state.position];
    if (token.type === "statement" && stops.includes(keyword(token))) return nodes;
    if (token.type === "statement" && !["if", "for"].includes(keyword(token))) return nodes;
    state.position += 1;
    nodes.push(parseNode(token, state));
  }
  return nodes;
}

function parseNode(token, state) {
  if (token.type === "text") return { type: "text", value: token.value };
  if (token.type === "output") return parsePipeline(token.value);
  return keyword(token) === "if" ? parseIf(token, state) : parseFor(token, state);
}

function parseIf(token, state) {
  const condition = parseCondition(token.value.slice("if".length).trim());
  const body = parseUntil(state, ["else", "end"]);
  let otherwise = [];
  if (keyword(state.tokens[state.position]) === "else") {
    state.position += 1;
    otherwise = parseUntil(state, ["end"]);
  }
  closeBlock(state, "if");
  return { type: "if", condition, body, otherwise };
}

function parseFor(token, state) {
  const [, variable, list] = token.value.match(/^for\s+(\w+)\s+in\s+(.+)$/);
  const body = parseUntil(state, ["end"]);
  closeBlock(state, "for");
  return { type: "for", variable, list: parseOperand(list), body };
}

function closeBlock(state, name) {
  if (keyword(state.tokens[state.position]) !== "end") throw new SyntaxError(`{% ${name} %} is never closed`);
  state.position += 1;
}

function keyword(token) {
  return token?.type === "statement" ? token.value.split(/\s+/)[0] : undefined;
}
