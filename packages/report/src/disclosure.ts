import { type Content, html, type Markup } from "./markup.ts";

/** A part that is folded until it is opened; works without scripts. */
export function disclosure(summary: Content, body: Content): Markup {
  return html`<details><summary>${summary}</summary>${body}</details>
`;
}

/** A text as it is, with its line breaks, in a fixed-width type. */
export function preformatted(text: string): Markup {
  return html`<pre>${text}</pre>
`;
}
