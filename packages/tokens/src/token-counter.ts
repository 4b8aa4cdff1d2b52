/** Counts the tokens of a text: exactly, by a real tokenizer, or by a stated estimate. */
export interface TokenCounter {
  /** What was counted with, as written into manifests: a tokenizer's folder name, or `estimate`. */
  readonly name: string;
  /** False for an estimate: whoever shows a count must then say so. */
  readonly exact: boolean;
  /** Tokens of one text, without special tokens. 0 for "". */
  count(text: string): Promise<number>;
  /** Tokens of each text, in their order; faster than one by one. */
  countAll(texts: readonly string[]): Promise<number[]>;
}
