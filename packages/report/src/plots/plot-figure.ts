import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import { escapeHtml, type Markup } from "../markup.ts";

/** What a drawing is called and what it shows, for those who do not see it. */
export interface PlotText {
  /** Unique on the page, lower-case with dashes. */
  readonly id: string;
  readonly title: string;
  /** The content in words: what is compared, and the figures that matter. */
  readonly description: string;
}

/**
 * Draws a plot as inline SVG, without a browser.
 *
 * Colours should be variables of the page's style (`var(--series-1)`), so that they follow light and dark. The SVG is an
 * image with a title and a description.
 */
export function plotFigure(options: Plot.PlotOptions, { id, title, description }: PlotText): Markup {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const svg = Plot.plot({ ...options, document: document as never });
  svg.querySelector("style")?.remove();
  // The element itself is written anew: Plot sizes it in pixels and names it for its own style sheet.
  const box = svg.getAttribute("viewBox") ?? `0 0 ${svg.getAttribute("width")} ${svg.getAttribute("height")}`;
  const label =
    `<svg class="plot" xmlns="http://www.w3.org/2000/svg" viewBox="${escapeHtml(box)}" role="img" ` +
    `aria-labelledby="${escapeHtml(id)}-title ${escapeHtml(id)}-desc" fill="currentColor" text-anchor="middle">` +
    `<title id="${escapeHtml(id)}-title">${escapeHtml(title)}</title>` +
    `<desc id="${escapeHtml(id)}-desc">${escapeHtml(description)}</desc>`;
  return { markup: `${label}${svg.innerHTML}</svg>` };
}
