import { withoutKnownKeys } from "./secrets/known-keys.ts";

const maxCharacters = 200;

/** A text as evidence shows it: one line, at most 200 characters, known kinds of keys and passwords struck out. */
export function excerptOf(text: string): string {
  const line = withoutKnownKeys(text.slice(0, 4000)).replace(/\s+/g, " ").trim();
  return line.length <= maxCharacters ? line : `${line.slice(0, maxCharacters - 1)}…`;
}
