/** A secret found in a text. The value itself is left where it is. */
export interface FoundSecret {
  /** Kebab-case name of the kind: `aws-access-key-id`, `github-token`, … */
  readonly kind: string;
  /** Offsets in the text, in UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** Finds secrets in texts. Implementations: `knownKeyScanner`, `secretlintScanner`. */
export interface SecretScanner {
  readonly name: string;
  scan(text: string): Promise<readonly FoundSecret[]>;
}
