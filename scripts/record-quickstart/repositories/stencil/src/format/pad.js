// Padding to a width.
import { displayWidth } from "./width.js";

/** Fills on the left, so that the text stands at the right. */
export function padLeft(value, width, fill = " ") {
  const text = String(value);
  return fill.repeat(missing(text, width)) + text;
}

/** Fills on the right, so that the text stands at the left. */
export function padRight(value, width, fill = " ") {
  const text = String(value);
  return text + fill.repeat(missing(text, width));
}

/** Fills on both sides; an odd rest goes to the right. */
export function centre(value, width, fill = " ") {
  const text = String(value);
  const room = missing(text, width);
  const before = Math.floor(room / 2);
  return fill.repeat(before) + text + fill.repeat(room - before);
}

function missing(text, width) {
  return Math.max(0, width - displayWidth(text));
}
