/** A piece of HTML that is safe to insert: everything else is escaped. */
export interface Markup {
  readonly markup: string;
}

/** What may stand inside a piece of HTML: texts and numbers are escaped, markup is not, null and false are nothing. */
export type Content = Markup | string | number | null | false | readonly Content[];

/** Template for HTML in which every inserted value is escaped unless it is markup itself. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return { markup: parts.reduce((text, part, at) => text + toText(values[at - 1] ?? null) + part) };
}

/** A text with the characters escaped that mean something in HTML, in text and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`).replaceAll("\u0000", "\ufffd");
}

function toText(content: Content): string {
  if (content === null || content === false) return "";
  if (typeof content === "string") return escapeHtml(content);
  if (typeof content === "number") return escapeHtml(String(content));
  if ("markup" in content) return content.markup;
  return content.map(toText).join("");
}
