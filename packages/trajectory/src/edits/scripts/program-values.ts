import type { Token } from "./program-tokens.ts";

/** Every text that an expression may stand for; null when it cannot be told. */
export type Values = readonly string[] | null;

/** Variables of a program, as far as their texts are known. */
export type ProgramVariables = ReadonlyMap<string, Values>;

const pathMakers = /^(?:Path|PurePath|PosixPath|join|str|fspath|resolve|abspath|normpath|expanduser|dedent|String)$/;

/**
 * Evaluates the expression at `tokens[at]`: string literals, variables, `Path(…)`, `os.path.join(…)`, `/` and `+` between
 * them, lists of them, `sys.argv[1]`. `end` is the index after what was understood.
 */
export function valuesAt(
  tokens: readonly Token[],
  at: number,
  variables: ProgramVariables,
): { readonly values: Values; readonly end: number } {
  let { values, end } = operandAt(tokens, at, variables);
  for (let token = tokens[end]; token?.text === "/" || token?.text === "+"; token = tokens[end]) {
    const right = operandAt(tokens, end + 1, variables);
    const glue = token.text === "/" ? "/" : "";
    values = combined(values, right.values, glue);
    end = right.end;
  }
  return { values, end };
}

/** The arguments of the call whose opening bracket is `tokens[open]`, each evaluated, with its keyword; `end` is after the closing one. */
export function argumentsAt(
  tokens: readonly Token[],
  open: number,
  variables: ProgramVariables,
): { readonly args: readonly { readonly keyword: string | null; readonly values: Values }[]; readonly end: number } {
  const args: { keyword: string | null; values: Values }[] = [];
  let at = open + 1;
  while (at < tokens.length && tokens[at]?.text !== ")") {
    const isKeyword = tokens[at]?.kind === "name" && tokens[at + 1]?.text === "=";
    const start = isKeyword ? at + 2 : at;
    const { values, end } = valuesAt(tokens, start, variables);
    const next = argumentEnd(tokens, start);
    args.push({ keyword: isKeyword ? (tokens[at]?.text ?? null) : null, values: end >= next ? values : null });
    at = tokens[next]?.text === "," ? next + 1 : next;
  }
  return { args, end: at + 1 };
}

function operandAt(
  tokens: readonly Token[],
  at: number,
  variables: ProgramVariables,
): { readonly values: Values; readonly end: number } {
  const token = tokens[at];
  if (token === undefined) return { values: null, end: at };
  if (token.kind === "string") return literalAt(tokens, at);
  if (token.text === "[" || token.text === "(") return listAt(tokens, at, variables);
  if (token.kind !== "name") return { values: null, end: at + 1 };
  let end = at;
  let name = token.text;
  while (tokens[end + 1]?.text === "." && tokens[end + 2]?.kind === "name") {
    end += 2;
    name = tokens[end]?.text ?? name;
  }
  const next = tokens[end + 1]?.text;
  if (next === "(") {
    const call = argumentsAt(tokens, end + 1, variables);
    const values = pathMakers.test(name)
      ? call.args.reduce<Values>(
          (joined, { values }, index) => (index === 0 ? values : combined(joined, values, "/")),
          null,
        )
      : null;
    return { values, end: call.end };
  }
  if (name === "argv" && next === "[")
    return { values: variables.get(`argv ${tokens[end + 2]?.text}`) ?? null, end: end + 4 };
  return { values: end === at ? (variables.get(name) ?? null) : null, end: end + 1 };
}

/** Adjacent literals are one text. */
function literalAt(tokens: readonly Token[], at: number): { readonly values: Values; readonly end: number } {
  let end = at;
  let text: string | null = "";
  while (tokens[end]?.kind === "string") {
    const value: string | null = tokens[end]?.value ?? null;
    text = text === null || value === null ? null : text + value;
    end += 1;
  }
  return { values: text === null ? null : [text], end };
}

function listAt(
  tokens: readonly Token[],
  at: number,
  variables: ProgramVariables,
): { readonly values: Values; readonly end: number } {
  const close = tokens[at]?.text === "[" ? "]" : ")";
  const found: string[] = [];
  let isKnown = true;
  let next = at + 1;
  while (next < tokens.length && tokens[next]?.text !== close) {
    const item = valuesAt(tokens, next, variables);
    const end = argumentEnd(tokens, next);
    if (item.values === null || item.end < end) isKnown = false;
    else found.push(...item.values);
    next = tokens[end]?.text === "," ? end + 1 : end;
    if (tokens[next]?.text !== close && end === next && tokens[end]?.text !== ",") break;
  }
  return { values: isKnown ? found : null, end: next + 1 };
}

/** Index of the `,` or closing bracket that ends the expression at `at`. */
function argumentEnd(tokens: readonly Token[], at: number): number {
  let depth = 0;
  for (let end = at; end < tokens.length; end += 1) {
    const token = tokens[end];
    if (token?.kind !== "symbol") continue;
    if (/^[([{]$/.test(token.text)) depth += 1;
    else if (/^[)\]}]$/.test(token.text)) {
      if (depth === 0) return end;
      depth -= 1;
    } else if (token.text === "," && depth === 0) return end;
  }
  return tokens.length;
}

function combined(left: Values, right: Values, glue: string): Values {
  if (left === null || right === null) return null;
  return left.flatMap((first) =>
    right.map((second) =>
      glue === "/" && second.startsWith("/") ? second : `${first}${first === "" ? "" : glue}${second}`,
    ),
  );
}
