/** A tool call that an agent wrote into its text. */
export interface TextCall {
  readonly name: string;
  readonly arguments: Record<string, string>;
  /** The text before the call. */
  readonly thought: string;
}

/**
 * Reads the first `<function=name><parameter=key>value</parameter>…</function>` of a text; null when it has none.
 *
 * The end tags may be missing, as when generation stopped at them. One line break around each value belongs to the tags.
 * Later calls are ignored, as SWE-agent's and OpenHands' own parsers do.
 */
export function functionTextCall(text: string): TextCall | null {
  const start = text.indexOf("<function=");
  const nameEnd = start === -1 ? -1 : text.indexOf(">", start);
  if (nameEnd === -1) return null;
  const name = text.slice(start + "<function=".length, nameEnd).trim();
  if (!/^[\w.:-]+$/.test(name)) return null;
  const values: Record<string, string> = {};
  let at = nameEnd + 1;
  for (;;) {
    const tag = text.indexOf("<parameter=", at);
    const end = text.indexOf("</function>", at);
    if (tag === -1 || (end !== -1 && end < tag)) break;
    const keyEnd = text.indexOf(">", tag);
    if (keyEnd === -1) break;
    const closing = text.indexOf("</parameter>", keyEnd);
    const valueEnd = closing !== -1 ? closing : end !== -1 ? end : text.length;
    const key = text.slice(tag + "<parameter=".length, keyEnd).trim();
    Object.defineProperty(values, key, {
      value: withoutEdgeBreaks(text.slice(keyEnd + 1, valueEnd)),
      enumerable: true,
      configurable: true,
      writable: true,
    });
    if (closing === -1) break;
    at = closing + "</parameter>".length;
  }
  return { name, arguments: values, thought: text.slice(0, start).trimEnd() };
}

/** Reads the last fenced block of a text as a shell command, as SWE-agent does; null when it has none. */
export function fencedTextCall(text: string): TextCall | null {
  const close = text.lastIndexOf("```");
  const open = close <= 0 ? -1 : text.lastIndexOf("```", close - 1);
  const lineEnd = open === -1 ? -1 : text.indexOf("\n", open);
  if (lineEnd === -1 || lineEnd > close) return null;
  const command = withoutEdgeBreaks(text.slice(lineEnd + 1, close));
  return { name: "bash", arguments: { command }, thought: text.slice(0, open).trimEnd() };
}

/**
 * Reads the one block of a text that is fenced as `bash` or `mswea_bash_command`, as mini-swe-agent does.
 *
 * Null when there is none, or more than one: mini-swe-agent runs nothing then.
 */
export function singleFencedTextCall(text: string): TextCall | null {
  const blocks = [...text.matchAll(/```(?:mswea_bash_command|bash)[ \t]*\r?\n([\s\S]*?)\r?\n```/g)];
  const [block] = blocks;
  if (block === undefined || blocks.length > 1) return null;
  return { name: "bash", arguments: { command: block[1] ?? "" }, thought: text.slice(0, block.index).trimEnd() };
}

function withoutEdgeBreaks(text: string): string {
  const start = text.startsWith("\n") ? 1 : 0;
  return text.slice(start, text.length > start && text.endsWith("\n") ? -1 : undefined);
}
