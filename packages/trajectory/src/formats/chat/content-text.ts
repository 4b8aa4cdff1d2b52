import { isObject } from "../json-access.ts";

/** The text of a message's content: a text, null, or a list of parts, whose texts are joined by line breaks. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (content === null || content === undefined) return "";
  if (!Array.isArray(content)) return JSON.stringify(content);
  return content.flatMap((part) => textOfPart(part) ?? []).join("\n");
}

/** The parts of a content that are no text (images, audio, refusals), as they are; null when there are none. */
export function otherParts(content: unknown): readonly unknown[] | null {
  if (!Array.isArray(content)) return null;
  const others = content.filter((part) => textOfPart(part) === null);
  return others.length === 0 ? null : others;
}

function textOfPart(part: unknown): string | null {
  if (typeof part === "string") return part;
  return isObject(part) && typeof part.text === "string" ? part.text : null;
}
