// Lexing: cuts a template into text, output and statement tokens.

/** Tokens `{ type, value }`; a dash inside a tag (`{{-`, `-}}`) strips white space on that side. */
export function tokenize(template) {
  const tokens = [];
  let position = 0;
  for (const match of template.matchAll(/\{\{([\s\S]*?)\}\}|\{%([\s\S]*?)%\}/g)) {
    pushText(tokens, template.slice(position, match.index));
    tokens.push(tagToken(match));
    position = match.index + match[0].length;
  }
  pushText(tokens, template.slice(position));
  return stripAroundDashes(tokens);
}

function pushText(tokens, value) {
  if (value !== "") tokens.push({ type: "text", value });
}

function tagToken(match) {
  const inner = match[1] ?? match[2];
  const type = match[1] === undefined ? "statement" : "output";
  const stripLeft = inner.startsWith("-");
  const stripRight = inner.endsWith("-");
  const value = inner.slice(stripLeft ? 1 : 0, stripRight ? -1 : undefined).trim();
  return { type, value, stripLeft, stripRight };
}

function stripAroundDashes(tokens) {
  return tokens.map((token, index) => {
    if (token.type !== "text") return token;
    let value = token.value;
    if (tokens[index + 1]?.stripLeft) value = value.trimEnd();
    if (tokens[index - 1]?.stripRight) value = value.trimStart();
    return { ...token, value };
  });
}
