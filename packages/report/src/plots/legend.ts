import { html, type Markup } from "../markup.ts";
import { marker } from "./marker.ts";
import { seriesColor } from "./series-color.ts";

/** Names of series with their colours, in the order of their bars. */
export function legend(names: readonly string[]): Markup {
  const items = names.map(
    (name, at) =>
      html`<li><svg viewBox="0 0 10 10" aria-hidden="true"><rect width="10" height="10" rx="1.5" fill="${seriesColor(at)}"/></svg>${name}</li>`,
  );
  return html`<ul class="legend">${items}</ul>
`;
}

/** Names of series with the colours and shapes of their marks; `from` is the place of the first one's colour. */
export function markerLegend(names: readonly string[], from = 0): Markup {
  const items = names.map(
    (name, at) =>
      html`<li><svg viewBox="0 0 12 12" aria-hidden="true">${marker(at, 6, 6, seriesColor(at + from))}</svg>${name}</li>`,
  );
  return html`<ul class="legend">${items}</ul>
`;
}
