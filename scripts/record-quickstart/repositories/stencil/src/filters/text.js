// Filters on text.
import { foldAccents } from "../escape/fold.js";

/** The first letter in upper case, the rest as it is. */
export function capitalize(value) {
  const text = String(value);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Cuts to at most `length` characters, the mark included. */
export function truncate(value, length = 20, mark = "…") {
  const text = String(value);
  if (text.length <= length) return text;
  return text.slice(0, length - mark.length).trimEnd() + mark;
}

/** Replaces every occurrence of `search`. */
export function replace(value, search, replacement = "") {
  return String(value).split(search).join(replacement);
}

/** Lower-case words joined by dashes, for addresses. */
export function slug(value) {
  return foldAccents(String(value))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}
