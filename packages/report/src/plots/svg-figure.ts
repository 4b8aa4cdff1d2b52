import { type Content, html, type Markup } from "../markup.ts";
import type { PlotText } from "./plot-figure.ts";

/** The inside of a drawing with its size in user units. */
export interface SvgDrawing {
  readonly width: number;
  readonly height: number;
  readonly body: Content;
  /** True when the drawing keeps its size and scrolls where the page is narrower; else it shrinks as far as it can be read. */
  readonly scrolls?: boolean;
}

/** Drawings may shrink to this width; narrower ones could not be read. */
const readable = 460;

/** A drawing as inline SVG with a title and a description for those who do not see it. */
export function svgFigure({ width, height, body, scrolls = false }: SvgDrawing, text: PlotText): Markup {
  const { id, title, description } = text;
  const isWide = scrolls || width > readable;
  const least = Math.min(width, readable);
  const size = scrolls
    ? html` style="width:${px(width)}px"`
    : html` style="max-width:${px(width)}px${isWide && `;min-width:${px(least)}px`}"`;
  const svg = html`<svg class="plot" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${px(width)} ${px(height)}"${size} role="img" aria-labelledby="${id}-title ${id}-desc" fill="currentColor" font-family="sans-serif" font-size="11"><title id="${id}-title">${title}</title><desc id="${id}-desc">${description}</desc>
${body}</svg>`;
  if (!isWide) return svg;
  return html`<div class="wide" tabindex="0" role="region" aria-label="${title}">${svg}</div>
`;
}

/** A coordinate with at most two decimals, so that equal drawings are equal texts. */
export function px(value: number): string {
  return String(Number(value.toFixed(2)));
}

/** A text at its place; `anchor` says which of its ends is there. */
export function svgText(
  x: number,
  y: number,
  content: Content,
  {
    anchor = "start",
    fill,
    weight,
  }: { readonly anchor?: "start" | "middle" | "end"; readonly fill?: string; readonly weight?: number } = {},
): Markup {
  return html`<text x="${px(x)}" y="${px(y)}" text-anchor="${anchor}"${fill !== undefined && html` fill="${fill}"`}${weight !== undefined && html` font-weight="${weight}"`}>${content}</text>
`;
}

/** A straight line. */
export function svgLine(
  from: readonly [number, number],
  to: readonly [number, number],
  {
    stroke = "currentColor",
    width = 1,
    dash,
  }: { readonly stroke?: string; readonly width?: number; readonly dash?: string } = {},
): Markup {
  return html`<line x1="${px(from[0])}" y1="${px(from[1])}" x2="${px(to[0])}" y2="${px(to[1])}" stroke="${stroke}" stroke-width="${px(width)}"${dash !== undefined && html` stroke-dasharray="${dash}"`}/>
`;
}

/** A text with its middle left out when it is longer than `most` characters. */
export function shortened(text: string, most: number): string {
  const characters = [...text.replaceAll(/\s+/g, " ")];
  if (characters.length <= most) return characters.join("");
  const head = Math.ceil((most - 1) * 0.6);
  return `${characters.slice(0, head).join("")}…${characters.slice(characters.length - (most - 1 - head)).join("")}`;
}
