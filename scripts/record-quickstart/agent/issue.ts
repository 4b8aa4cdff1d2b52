/** One call of the issue with the value that it should have, both as JavaScript source. */
export interface IssueExample {
  readonly call: string;
  readonly expected: string;
}

/** What the agent reads out of an issue's text. */
export interface Issue {
  readonly text: string;
  /** Names that the examples import from the public interface. */
  readonly imports: readonly string[];
  readonly examples: readonly IssueExample[];
  /** Search words, in order of appearance, lower case, without stop words. */
  readonly words: readonly string[];
}

/** Reads title, prose and code block; the words come from title, prose and imported names. */
export function parseIssue(text: string): Issue {
  const code = text.match(/```js\n([\s\S]*?)```/)?.[1] ?? "";
  const imports = (code.match(/import \{ (.*?) \} from/)?.[1] ?? "").split(", ").filter((name) => name !== "");
  const examples: IssueExample[] = [];
  let call = "";
  for (const line of code.split("\n")) {
    const expected = line.match(/^\/\/ expected: (.*)$/)?.[1];
    if (expected !== undefined) examples.push({ call: call.replace(/;$/, ""), expected });
    else if (line !== "" && !line.startsWith("//") && !line.startsWith("import ")) call = line;
  }
  const prose = text.replace(/```js[\s\S]*?```/, "");
  return { text, imports, examples, words: wordsOf(`${prose} ${imports.join(" ")}`) };
}

/** Distinct words of at least three letters, camelCase names whole, stop words left out. */
export function wordsOf(text: string): string[] {
  const words = (text.match(/[A-Za-z][A-Za-z0-9]{2,}/g) ?? []).map((word) => word.toLowerCase());
  return [...new Set(words)].filter((word) => !stopWords.has(word));
}

/** The stem under which words are compared: `columns` and `column`, `padding` and `padded` meet. */
export function stem(word: string): string {
  return word.toLowerCase().replace(/(ings?|ed|es|s|ly)$/, "");
}

const stopWords = new Set(
  `the and for with that this should when from are was were not but has have had its does did out too all same than
  then them they their there other another one two who what which where only also never ever every more most less
  while into over under been being can could would will may might must our your his her she you although though any
  some each such very just even still both none shows seems comes given gives give asked wrong wrongly expected got
  instead too merely begin begins common way many much late later off after before holds hold`.split(/\s+/),
);
