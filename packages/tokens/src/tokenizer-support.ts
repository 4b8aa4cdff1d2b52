/** Loads the tokenizer binding and says which module it is. Throws whatever loading it throws. */
export async function tokenizerSupport(): Promise<string> {
  const { Tokenizer } = await import("tokenizers");
  return typeof Tokenizer.fromFile === "function" ? "native binding loaded" : "binding without Tokenizer.fromFile";
}
