import { withoutKnownKeys } from "@memop/hygiene";

/** A sentence of a memory that advises or states something about code. */
export interface Statement {
  readonly text: string;
  readonly isNegative: boolean;
  /** Its content words without negations, stemmed. */
  readonly words: ReadonlySet<string>;
  /** Those among them that look like code: paths, calls, names with `_`, `.` or capitals inside. */
  readonly code: readonly string[];
}

const negation =
  /\b(?:never|not|avoid|(?:do|does|did|must|should|ca|wo|would|is|are|was|were|has|have)n['’]t|cannot|no longer)\b/gi;

const emptyWords = new Set(
  "a an the this that these those it its is are was were be been do does did to of in on at by for from with and or as into you your we must should always please just only then first so if when because there here has have had will would can could may might need needs".split(
    " ",
  ),
);

/** Longer ones are prose or code in which a negation may belong to anything. */
const mostCharacters = 300;

/** The sentences of a memory that name code, each with its polarity: an odd number of negations is negative. */
export function statementsIn(text: string): readonly Statement[] {
  return text
    .split(/\n+|(?<=[.!?;])\s+/)
    .map((line) => line.replace(/^[\s>*#\-–•\d.)]+/, "").trim())
    .filter((line) => line.length > 0 && line.length <= mostCharacters)
    .map(toStatement)
    .filter(({ words, code }) => words.size >= 2 && code.length > 0);
}

function toStatement(text: string): Statement {
  const positive = text.replace(negation, " ");
  const tokens = positive.match(/[\p{L}\p{N}_$][\p{L}\p{N}_$./:-]*(?:\(\))?/gu) ?? [];
  const words = tokens.map((token) => token.replace(/[.:/-]+$/, "").replace(/\(\)$/, ""));
  const content = words.map((word) => [word, stem(word)] as const).filter(([, each]) => !emptyWords.has(each));
  return {
    text: withoutKnownKeys(text).slice(0, 200),
    isNegative: (text.match(negation)?.length ?? 0) % 2 === 1,
    words: new Set(content.map(([, each]) => each)),
    code: [...new Set(content.filter(([word]) => isCode(word, text)).map(([, each]) => each))],
  };
}

function isCode(word: string, text: string): boolean {
  return /[_/]|\p{L}\.\p{L}|\p{Ll}\p{Lu}/u.test(word) || text.includes(`\`${word}`) || text.includes(`${word}(`);
}

/** Inflected forms of one verb or noun as one word; code is left as it is. */
function stem(word: string): string {
  if (/[_./:]|\p{Ll}\p{Lu}/u.test(word)) return word;
  const lower = word.toLowerCase();
  return lower.length > 4 ? lower.replace(/(?:ing|ed|es|s)$/, "") : lower;
}
