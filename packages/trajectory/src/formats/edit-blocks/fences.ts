/** What encloses code in answers to Aider's prompts: backticks, or one of the tags that it falls back to. */
const fence = /^(?:`{3,}[\w+.#-]*|<\/?(?:source|code|pre|codeblock|sourcecode)>\w*)$/;

/** True for a line that opens or closes fenced code and names no file. */
export function isFence(line: string): boolean {
  return fence.test(line.trim());
}

/**
 * The line that will close the code which `line` opens: as many backticks, or the closing tag; null when it opens none.
 *
 * A fence may be followed by the language or, in backticks, by a path.
 */
export function closingFence(line: string): string | null {
  const [, ticks, tag] = /^(`{3,})(?!.*`)|^<(source|code|pre|codeblock|sourcecode)>\w*\s*$/.exec(line) ?? [];
  return ticks ?? (tag === undefined ? null : `</${tag}>`);
}
