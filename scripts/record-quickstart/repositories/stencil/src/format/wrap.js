// Breaking text into lines.
import { displayWidth } from "./width.js";

/** Breaks at spaces so that no line is wider than `width`; a word that is too long stands alone. */
export function wrap(text, width = 80) {
  return text
    .split("\n")
    .map((paragraph) => wrapParagraph(paragraph, width).join("\n"))
    .join("\n");
}

/** Puts `count` spaces before every line that is not empty. */
export function indent(text, count = 2) {
  const margin = " ".repeat(count);
  return text
    .split("\n")
    .map((line) => (line === "" ? line : margin + line))
    .join("\n");
}

function wrapParagraph(paragraph, width) {
  const lines = [];
  let line = "";
  for (const word of paragraph.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (displayWidth(longer) <= width || line === "") {
      line = longer;
    } else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}
