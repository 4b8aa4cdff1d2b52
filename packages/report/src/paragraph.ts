import { type Content, html, type Markup } from "./markup.ts";

/** A paragraph of text. */
export function paragraph(content: Content): Markup {
  return html`<p>${content}</p>
`;
}

/** A heading below a section's title. */
export function heading(content: Content): Markup {
  return html`<h3>${content}</h3>
`;
}
