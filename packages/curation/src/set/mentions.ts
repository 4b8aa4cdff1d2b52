/** What a memory names: file paths and words of code. */
export interface Mentions {
  /** True when the text names the file by its path, or by its end with one folder at least. */
  namesFile(path: string): boolean;
  namesWord(word: string): boolean;
  /** Relative paths that it names, as written. */
  readonly paths: readonly string[];
}

/** Longer tokens are data. */
const mostCharacters = 300;

const endsInExtension = /\w\.\w{1,8}$/;

/** Reads the paths and words that a text names. A file's bare name is not enough: `utils.py` is in every repository. */
export function mentionsIn(text: string): Mentions {
  // Split, not matched: a pattern with repeats inside repeats takes minutes on a megabyte without a space.
  const tokens = text.split(/[^\w@+./-]+/).map((token) => token.replace(/^[.]+(?=\w)|[./-]+$/g, ""));
  const paths = [...new Set(tokens.filter((token) => token.length <= mostCharacters && endsInExtension.test(token)))];
  const words = new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []);
  return {
    paths,
    namesWord: (word) => words.has(word),
    namesFile: (path) =>
      paths.some(
        (named) => named === path || named.endsWith(`/${path}`) || (named.includes("/") && path.endsWith(`/${named}`)),
      ),
  };
}
