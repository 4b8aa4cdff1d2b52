/** One way to change a line: the rule's name and the new line. */
export interface LineChange {
  readonly rule: string;
  readonly line: string;
}

/** A rule: words by which a lesson may call for it, how often it is right, and the changes it makes. */
interface EditRule {
  readonly name: string;
  readonly lessonWords: readonly string[];
  /** Prior weight in [0, 1]. */
  readonly prior: number;
  readonly pattern: RegExp;
  readonly replacements: (match: RegExpMatchArray) => readonly string[];
}

/** The edit rules, each the inverse of a common slip. A rule changes one match on one line. */
export const editRules: readonly EditRule[] = [
  rule("boundary", ["boundary", "comparison", "inclusive"], 0.9, / (<=?|>=?) /g, ([, sign]) =>
    sign?.length === 2 ? [` ${sign[0]} `] : [` ${sign}= `],
  ),
  rule("plus or minus one", ["count", "index", "one"], 0.85, / ([+-]) 1\b/g, ([, sign]) => [
    "",
    sign === "+" ? " - 1" : " + 1",
  ]),
  rule("length minus one", ["count", "index", "one"], 0.7, /\.length\b(?! [+-] 1)(?=[ );},])/g, () => [".length - 1"]),
  rule("start of the week or count", ["count", "index", "one"], 0.45, /( - \w+\([^()]*\))(?=\)|;)/g, ([text]) => [
    `${text} + 1`,
  ]),
  rule("rounding", ["round"], 0.8, /Math\.(floor|ceil|round)\b/g, ([, name]) =>
    ["round", "floor", "ceil"].filter((other) => other !== name).map((other) => `Math.${other}`),
  ),
  rule("minimum and maximum", ["clamp", "limit"], 0.75, /Math\.(min|max)\b/g, ([, name]) => [
    name === "min" ? "Math.max" : "Math.min",
  ]),
  rule("sides", ["side", "left", "right"], 0.8, /\b(trim|pad)(Start|End)\b/g, ([, verb, side]) => [
    `${verb}${side === "Start" ? "End" : "Start"}`,
  ]),
  rule("beginning and end", ["side", "beginning"], 0.7, /\b(starts|ends)With\b/g, ([, verb]) => [
    verb === "starts" ? "endsWith" : "startsWith",
  ]),
  rule("and or", ["logical", "null", "missing"], 0.75, / (&&|\|\|) /g, ([, sign]) => [sign === "&&" ? " || " : " && "]),
  rule("branches", ["branch", "condition"], 0.7, / \? ([^?:]+) : ([^?:;]+)(?=[;)])/g, ([, yes, no]) => [
    ` ? ${no} : ${yes}`,
  ]),
  rule("negated class", ["pattern", "negation"], 0.7, /\[(\^?)(?=[a-z]+\])/g, ([, caret]) => [
    caret === "" ? "[^" : "[",
  ]),
  rule("negated condition", ["negation", "condition"], 0.6, /if \((!?)(?=[\w.]+\()/g, ([, mark]) => [
    mark === "" ? "if (!" : "if (",
  ]),
  rule("direction", ["order", "comparison"], 0.55, / (<=?|>=?) /g, ([, sign]) => [
    ` ${sign?.replace(/[<>]/, (one) => (one === "<" ? ">" : "<"))} `,
  ]),
  rule("equality", ["comparison", "equal"], 0.4, / (===|!==) /g, ([, sign]) => [sign === "===" ? " !== " : " === "]),
  rule("sign", ["sign", "sum"], 0.6, / ([+-])= /g, ([, sign]) => [sign === "+" ? " -= " : " += "]),
  rule("argument order", ["argument", "order"], 0.65, /(\w+)\(([\w.]+), ([\w.]+)\)/g, ([, name, first, second]) => [
    `${name}(${second}, ${first})`,
  ]),
  rule("constant", ["constant", "default"], 0.3, /(?<![\w.#$&])(\d)(?![\w.])/g, ([, digit]) => [
    String(Number(digit) + 1),
    ...(digit === "0" ? [] : [String(Number(digit) - 1)]),
  ]),
];

/** Every change that a rule makes to a line; comments, imports and definition lines are left alone. */
export function changesOf(line: string, editRule: EditRule): LineChange[] {
  if (/^\s*(\/\/|\/?\*|import |export \{)/.test(line) || /^(export )?function/.test(line)) return [];
  const changes: LineChange[] = [];
  for (const match of line.matchAll(editRule.pattern)) {
    for (const replacement of editRule.replacements(match)) {
      const changed = line.slice(0, match.index) + replacement + line.slice(match.index + match[0].length);
      if (changed !== line) changes.push({ rule: editRule.name, line: changed });
    }
  }
  return changes;
}

function rule(
  name: string,
  lessonWords: readonly string[],
  prior: number,
  pattern: RegExp,
  replacements: EditRule["replacements"],
): EditRule {
  return { name, lessonWords, prior, pattern, replacements };
}
