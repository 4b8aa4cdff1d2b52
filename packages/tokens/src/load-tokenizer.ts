import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { MemopError } from "@memop/core";
import type { TokenCounter } from "./token-counter.ts";
import { wellFormedText } from "./well-formed-text.ts";

/**
 * Loads `tokenizer.json` of a model folder with the official Rust binding; counts are exact.
 *
 * Truncation and padding that the file asks for are switched off, and no special tokens are added. Throws `NOT_FOUND`
 * when the folder has no `tokenizer.json`, `BAD_INPUT` when it cannot be read as one, `MISSING_DEPENDENCY` when the
 * binding does not load on this machine.
 */
export async function loadTokenizer(folder: string): Promise<TokenCounter> {
  const file = join(folder, "tokenizer.json");
  if (!existsSync(file)) {
    throw new MemopError("NOT_FOUND", `${folder} has no tokenizer.json`, {
      hint: "give the folder of a model or tokenizer as saved by save_pretrained",
    });
  }
  const { Tokenizer } = await importBinding();
  let tokenizer: InstanceType<typeof Tokenizer>;
  try {
    tokenizer = Tokenizer.fromFile(file);
  } catch (cause) {
    throw new MemopError("BAD_INPUT", `${file} is no tokenizer: ${reasonOf(cause)}`, { cause });
  }
  tokenizer.disableTruncation();
  tokenizer.disablePadding();
  const options = { addSpecialTokens: false };
  return {
    name: basename(resolve(folder)),
    exact: true,
    count: async (text) =>
      text === "" ? 0 : (await tokenizer.encode(wellFormedText(text).text, null, options)).getLength(),
    async countAll(texts) {
      const encodings = await tokenizer.encodeBatch(
        texts.map((text) => wellFormedText(text).text),
        options,
      );
      return encodings.map((encoding) => encoding.getLength());
    },
  };
}

async function importBinding(): Promise<typeof import("tokenizers")> {
  try {
    return await import("tokenizers");
  } catch (cause) {
    throw new MemopError("MISSING_DEPENDENCY", `the package tokenizers does not load: ${reasonOf(cause)}`, {
      hint: "npm i tokenizers@0.23.2, or leave the tokenizer out and take the estimate",
      cause,
    });
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
