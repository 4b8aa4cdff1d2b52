/** What one `s/…/…/` command looks for and puts in; null where that is a pattern and no plain text. */
export interface Substitution {
  readonly oldText: string | null;
  readonly newText: string | null;
  /** True when only the first match of each line is replaced: there is no `g`. */
  readonly isOncePerLine: boolean;
  /** True when the pattern begins with `^` or ends with `$`, or a flag names one match of several. */
  readonly isAnchored: boolean;
}

/**
 * Reads `s/old/new/flags` at the start of a text, with any delimiter, also `s{old}{new}` as Perl has it; null for other texts.
 * `end` is the index after its flags. In an extended pattern `( ) + ? | {` mean something without a backslash.
 */
export function substitutionAt(text: string, isExtended = false): (Substitution & { readonly end: number }) | null {
  const open = /^s([^\w\s\\])/.exec(text)?.[1];
  if (open === undefined) return null;
  const pattern = delimited(text, 2, open);
  if (pattern === null) return null;
  let start = pattern.end;
  let close = open;
  if (isBracket(open)) {
    const second = /^\s*([^\w\s\\])/.exec(text.slice(start));
    if (second?.[1] === undefined) return null;
    start += second[0].length;
    close = second[1];
  }
  const replacement = delimited(text, start, close);
  if (replacement === null) return null;
  const flags = /^[\w]*/.exec(text.slice(replacement.end))?.[0] ?? "";
  return {
    // Without regard to case it stands for several texts.
    oldText: /i/i.test(flags) ? null : plainPattern(pattern.text, isExtended),
    newText: plainReplacement(replacement.text),
    isOncePerLine: !flags.includes("g"),
    isAnchored: /^\^|(?:^|[^\\])\$$/.test(pattern.text) || /\d/.test(flags),
    end: replacement.end + flags.length,
  };
}

const closing: Readonly<Record<string, string>> = { "{": "}", "(": ")", "[": "]", "<": ">" };

function isBracket(delimiter: string): boolean {
  return delimiter in closing;
}

function delimited(text: string, start: number, open: string): { readonly text: string; readonly end: number } | null {
  const close = closing[open] ?? open;
  let depth = 1;
  let content = "";
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] as string;
    if (character === "\\" && at + 1 < text.length) {
      // The delimiter itself needs no backslash outside.
      content += text[at + 1] === close && close !== "\\" && !isBracket(open) ? close : character + text[at + 1];
      at += 1;
    } else if (character === close) {
      depth -= 1;
      if (depth === 0) return { text: content, end: at + 1 };
      content += character;
    } else {
      if (isBracket(open) && character === open) depth += 1;
      content += character;
    }
  }
  return null;
}

/** The text that a pattern stands for: anchors and escapes of plain characters undone; null when it has more than that. */
function plainPattern(pattern: string, isExtended: boolean): string | null {
  const inner = pattern.replace(/^\^/, "").replace(/(^|[^\\])\$$/, "$1");
  if (/\\[1-9wWsSdDbBAZzQE]/.test(inner)) return null;
  if ((isExtended ? /(?:^|[^\\])[(+?|{]/ : /\\[+?|(){}]/).test(inner)) return null;
  const plain = inner.replace(/\\n/g, "\n").replace(/\\t/g, "\t");
  if (/(?:^|[^\\])(?:\*|\[[^\]]*\])/.test(plain)) return null;
  // An anchor alone is a place and no text.
  return plain === "" ? null : plain.replace(/\\(.)/g, "$1");
}

/** The text that a replacement puts in; null when it refers to what was matched. */
function plainReplacement(replacement: string): string | null {
  if (/\\[1-9LUElu]|(?:^|[^\\])(?:&|\$[\d&{]|\$\w)/.test(replacement)) return null;
  return replacement
    .replace(/\\n/g, "\n")
    .replace(/\\t/g, "\t")
    .replace(/\\([\s\S])/g, "$1");
}
