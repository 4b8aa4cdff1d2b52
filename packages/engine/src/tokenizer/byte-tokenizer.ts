/** Tokens with a meaning of their own, in the order of their ids, which follow the 256 bytes. */
export const specialTokens = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"] as const;

/** Tokens of the byte-level tokenizer: every byte and the special tokens. */
export const byteVocabularySize = 256 + specialTokens.length;

/** Id of a special token in the byte-level tokenizer. */
export function specialTokenId(token: (typeof specialTokens)[number]): number {
  return 256 + specialTokens.indexOf(token);
}

/**
 * A `tokenizer.json` whose tokens are the 256 bytes, with their values as ids: any text can be written, nothing is unknown.
 *
 * Byte-level BPE without merges; the letters that stand for bytes are those of GPT-2.
 * Source: docs/papers.md#byte-level-tokens.
 */
export function byteTokenizer(): object {
  const letters = byteLetters();
  const vocabulary = Object.fromEntries([...letters, ...specialTokens].map((token, id) => [token, id]));
  const byteLevel = { type: "ByteLevel", add_prefix_space: false, trim_offsets: false, use_regex: true };
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: specialTokens.map((content) => ({
      id: specialTokenId(content),
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: null,
    pre_tokenizer: byteLevel,
    post_processor: null,
    decoder: byteLevel,
    model: {
      type: "BPE",
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      ignore_merges: false,
      vocab: vocabulary,
      merges: [],
    },
  };
}

/** The letter for each byte: itself where it can be printed, else one from 256 on, in the order of the bytes. */
function byteLetters(): string[] {
  const isPrintable = (byte: number) =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => {
    if (isPrintable(byte)) return String.fromCodePoint(byte);
    next += 1;
    return String.fromCodePoint(next - 1);
  });
}
