// Pipelines: `expression | filter: argument, argument | filter`.
import { parseOperand } from "./expression.js";

/** Parses the inside of an output tag to an output node. */
export function parsePipeline(source) {
  const [head, ...stages] = splitOutsideQuotes(source, "|");
  return { type: "output", expression: parseOperand(head), filters: stages.map(parseStage) };
}

function parseStage(stage) {
  const [name, rest] = splitOnce(stage, ":");
  const values = rest === undefined ? [] : splitOutsideQuotes(rest, ",").map(parseOperand);
  return { name: name.trim(), values };
}

function splitOnce(text, separator) {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function splitOutsideQuotes(text, separator) {
  const parts = [];
  let part = "";
  let quote = "";
  for (const character of text) {
    if (quote === "" && character === separator) {
      parts.push(part);
      part = "";
      continue;
    }
    if (character === "'" || character === '"') quote = nextQuote(quote, character);
    part += character;
  }
  return [...parts, part];
}

function nextQuote(quote, character) {
  if (quote === "") return character;
  return quote === character ? "" : quote;
}
