import { byteTokenizer } from "./byte-tokenizer.ts";
import { chatTemplate } from "./chat-template.ts";

/** The files of the byte-level tokenizer with its chat template, by name, for a model of `maxPositions` positions. */
export function tokenizerFiles(maxPositions: number): Readonly<Record<string, string>> {
  const config = {
    tokenizer_class: "PreTrainedTokenizerFast",
    bos_token: null,
    eos_token: "<|im_end|>",
    pad_token: "<|endoftext|>",
    model_max_length: maxPositions,
    clean_up_tokenization_spaces: false,
    chat_template: chatTemplate,
  };
  return {
    "tokenizer.json": toText(byteTokenizer()),
    "tokenizer_config.json": toText(config),
  };
}

function toText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
