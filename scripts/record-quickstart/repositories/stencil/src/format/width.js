// How many cells of a terminal a text takes.

/** Wide characters (CJK, emoji) take two cells, combining marks none. */
export function displayWidth(text) {
  let width = 0;
  for (const character of text) width += cellWidth(character.codePointAt(0));
  return width;
}

function cellWidth(code) {
  if (code >= 0x300 && code <= 0x36f) return 0;
  return isWide(code) ? 2 : 1;
}

function isWide(code) {
  return (code >= 0x1100 && code <= 0x115f) || (code >= 0x2e80 && code <= 0xa4cf) || code >= 0x1f300;
}
