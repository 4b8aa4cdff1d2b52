import { type Content, html, type Markup } from "./markup.ts";

/** A number or word that matters, with its name and where useful a remark. */
export interface Fact {
  readonly label: Content;
  readonly value: Content;
  readonly note?: Content;
}

/** A list of names and values in two columns. */
export function keyValues(facts: readonly Fact[]): Markup {
  return html`<dl class="facts">
${facts.map(
  ({
    label,
    value,
    note = null,
  }) => html`<dt>${label}</dt><dd>${value}${note !== null && html` <span class="note">${note}</span>`}</dd>
`,
)}</dl>
`;
}

/** The same as large figures side by side, for the head of a page. */
export function headline(facts: readonly Fact[]): Markup {
  return html`<dl class="headline">
${facts.map(
  ({
    label,
    value,
    note = null,
  }) => html`<div><dt>${label}</dt><dd>${value}</dd>${note !== null && html`<dd class="note">${note}</dd>`}</div>
`,
)}</dl>
`;
}
