/** Half-open range of characters. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Forms of keys and passwords. What is one is left whole, so that a scanner for secrets still knows it. */
const forms = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g,
  /\b(?:sk|pk|rk|ghp|gho|ghu|ghs|ghr|glpat|xox[abposr]|AKIA|ASIA|AIza|ya29|hf|npm|pypi|dop_v1|shpat|SG|key|token)[-_.][\w.+/=-]{12,}/g,
  /\bgithub_pat_\w{20,}/g,
  /\b(?:AKIA|ASIA|AIza)[\w-]{16,}/g,
  // Random text of 24 characters and more: digits, and letters of both cases.
  /(?<![\w+/=-])(?=[\w+=-]*\d)(?=[\w+=-]*[a-z])(?=[\w+=-]*[A-Z])[\w+=-]{24,}/g,
  // What stands between the user's name and the host of a URL.
  /(?<=:\/\/[^\s:/@"']*:)[^\s/@"']+(?=@)/g,
] as const;

/** Where keys, tokens and passwords stand in a text, in order. */
export function secretSpans(text: string): readonly Span[] {
  const spans = forms.flatMap((form) =>
    [...text.matchAll(form)].map(({ index, 0: { length } }) => ({ from: index, to: index + length })),
  );
  return spans.sort((a, b) => a.from - b.from);
}
