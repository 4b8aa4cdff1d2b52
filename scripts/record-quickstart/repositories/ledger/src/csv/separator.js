// Guessing the separator of a CSV text.

const separators = [",", ";", "\t"];

/** The separator that stands most often in the first line; a comma when none does. */
export function detectSeparator(text) {
  const [header] = text.split("\n");
  let best = separators[0];
  for (const separator of separators) {
    if (countOf(header, separator) > countOf(header, best)) best = separator;
  }
  return best;
}

function countOf(text, part) {
  return text.split(part).length - 1;
}
