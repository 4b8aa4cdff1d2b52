import { html, type Markup } from "../markup.ts";
import { px } from "./svg-figure.ts";

/** Number of different markers; later series repeat them. */
const shapes = 5;

/**
 * The mark of the n-th series (from 0) at a place: disc, square, diamond, triangle, ring. Shape and colour say the same, so that
 * either is enough.
 */
export function marker(index: number, x: number, y: number, color: string, radius = 4): Markup {
  const [cx, cy, r] = [x, y, radius];
  switch (index % shapes) {
    case 0:
      return html`<circle cx="${px(cx)}" cy="${px(cy)}" r="${px(r)}" fill="${color}"/>
`;
    case 1:
      return html`<rect x="${px(cx - r + 0.5)}" y="${px(cy - r + 0.5)}" width="${px(2 * r - 1)}" height="${px(2 * r - 1)}" fill="${color}"/>
`;
    case 2:
      return polygon(
        [
          [cx, cy - r - 1],
          [cx + r + 1, cy],
          [cx, cy + r + 1],
          [cx - r - 1, cy],
        ],
        color,
      );
    case 3:
      return polygon(
        [
          [cx, cy - r - 1],
          [cx + r + 0.5, cy + r],
          [cx - r - 0.5, cy + r],
        ],
        color,
      );
    default:
      return html`<circle cx="${px(cx)}" cy="${px(cy)}" r="${px(r - 0.5)}" fill="var(--paper, #fff)" stroke="${color}" stroke-width="2"/>
`;
  }
}

function polygon(points: readonly (readonly [number, number])[], color: string): Markup {
  return html`<polygon points="${points.map(([x, y]) => `${px(x)},${px(y)}`).join(" ")}" fill="${color}"/>
`;
}
