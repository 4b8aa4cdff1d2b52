import { type Content, html, type Markup } from "../markup.ts";

/** One drawing among others of the same kind. */
export interface Panel {
  readonly title: Content;
  readonly note?: Content;
  readonly drawing: Markup;
}

/** Several drawings of the same kind side by side, as many in a row as fit. */
export function smallMultiples(panels: readonly Panel[]): Markup {
  const figures = panels.map(
    ({ title, note = null, drawing }) =>
      html`<figure><figcaption>${title}${note !== null && html` <span class="note">${note}</span>`}</figcaption>${drawing}</figure>
`,
  );
  return html`<div class="panels">
${figures}</div>
`;
}
