import { formatNumber } from "../format-number.ts";
import { html, type Markup } from "../markup.ts";
import type { PlotText } from "./plot-figure.ts";
import { px, shortened, svgFigure, svgText } from "./svg-figure.ts";

/** One count; rows that are parts of the row above are set in. */
export interface CountRow {
  readonly label: string;
  readonly count: number;
  /** Part of `count` that is drawn hatched, such as what was held back; default 0. */
  readonly hatched?: number;
  readonly tone?: "good" | "bad" | "neutral";
  /** How far the row is set in; default 0. */
  readonly depth?: number;
  /** Written behind the count. */
  readonly note?: string;
}

/** Counts as bars, the first of them usually the whole. */
export interface CountBars extends PlotText {
  readonly rows: readonly CountRow[];
  /** Default 640. */
  readonly width?: number;
}

const rowHeight = 24;
const colors = {
  good: "var(--gain, #0b6e4f)",
  bad: "var(--drop, #b3261e)",
  neutral: "var(--series-1, #8a919c)",
} as const;

/** Draws counts as bars: a funnel when each row is a part of the one before. */
export function countBars(chart: CountBars): Markup {
  const { rows, width = 640 } = chart;
  const labels = rows.map(({ label }) => shortened(label, 34));
  const left = Math.max(0, ...rows.map(({ depth = 0 }, at) => [...(labels[at] ?? "")].length * 6.1 + depth * 14)) + 12;
  const noteWidth = Math.max(0, ...rows.map(({ count, note = "" }) => (String(count).length + note.length) * 6.1)) + 16;
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const room = Math.max(40, width - left - noteWidth);
  const height = rows.length * rowHeight + 6;
  const pattern = html`<defs><pattern id="${chart.id}-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill="var(--paper, #fff)"/><rect width="2.5" height="6" fill="var(--soft, #555)"/></pattern></defs>
`;
  const body = rows.map(({ label, count, hatched = 0, tone = "neutral", depth = 0, note }, at) => {
    const y = 4 + at * rowHeight;
    const length = (count / most) * room;
    const held = (hatched / most) * room;
    const shown = labels[at] ?? "";
    return html`<g>${shown !== label && html`<title>${label}</title>`}${svgText(depth * 14 + 2, y + 15, shown, { fill: "var(--ink, #1c1f24)" })}<rect x="${px(left)}" y="${px(y + 2)}" width="${px(length - held)}" height="16" fill="${colors[tone]}"/>
${
  held > 0 &&
  html`<rect x="${px(left + length - held)}" y="${px(y + 2)}" width="${px(held)}" height="16" fill="url(#${chart.id}-hatch)" stroke="var(--soft, #555)" stroke-width="0.5"/>
`
}${svgText(left + length + 6, y + 15, [html`<tspan font-weight="600" fill="var(--ink, #1c1f24)">${formatNumber(count, 0)}</tspan>`, note !== undefined && ` ${note}`])}</g>
`;
  });
  return svgFigure({ width, height, body: [pattern, body] }, chart);
}
