export { type CutText, codePointCount, cutMiddle, firstCodePoints, lastCodePoints } from "./cut-text.ts";
export { estimateTokens, tokenEstimate } from "./estimate-tokens.ts";
export { loadTokenizer } from "./load-tokenizer.ts";
export type { TokenCounter } from "./token-counter.ts";
export { tokenizerSupport } from "./tokenizer-support.ts";
export { wellFormedText } from "./well-formed-text.ts";
