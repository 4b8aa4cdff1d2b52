const reset = "\u001b[0m";
const codes = {
  bold: "\u001b[1m",
  dim: "\u001b[2m",
  red: "\u001b[31m",
  green: "\u001b[32m",
  yellow: "\u001b[33m",
  cyan: "\u001b[36m",
} as const;

/** A way in which text stands out on a terminal. */
export type Style = keyof typeof codes;

/** Dresses a text for a terminal; each of its lines for itself, so that a pager may begin anywhere. */
export type Paint = (style: Style, text: string) => string;

/** A painter that leaves texts as they are when there are no colours. */
export function painter(colours: boolean): Paint {
  return (style, text) =>
    colours
      ? text
          .split("\n")
          .map((line) => (line === "" ? "" : `${codes[style]}${line}${reset}`))
          .join("\n")
      : text;
}
