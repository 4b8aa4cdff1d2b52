import { formatNumber } from "../format-number.ts";
import { html, type Markup } from "../markup.ts";
import { linearScale } from "./linear-scale.ts";
import type { PlotText } from "./plot-figure.ts";
import { px, shortened, svgFigure, svgLine, svgText } from "./svg-figure.ts";

/** One estimate with its interval. */
export interface ForestRow {
  readonly label: string;
  readonly mean: number;
  /** Ends of the interval; null when there is none. */
  readonly lower: number | null;
  readonly upper: number | null;
  /** Short text at the right end, such as a verdict. */
  readonly note?: string;
}

/** Estimates with intervals, one below the other, against a line at 0. */
export interface ForestPlot extends PlotText {
  readonly rows: readonly ForestRow[];
  /** Name of the axis with its unit. */
  readonly axis: string;
  /** Default 360. */
  readonly width?: number;
  /** Ends that the axis shows at least; default what the rows need. */
  readonly domain?: readonly [number, number];
  /** False when less is better; decides the colour. Default true. */
  readonly isHigherBetter?: boolean;
  /** Most characters of a label; longer ones lose their middle. Default 22. */
  readonly labelLength?: number;
}

const rowHeight = 18;

/**
 * Draws a forest plot. A filled square is an estimate whose interval leaves 0 out, a hollow one any other; an interval
 * that is wider than the axis ends in an arrow.
 */
export function forestPlot(plot: ForestPlot): Markup {
  const { rows, axis, width = 360, isHigherBetter = true, labelLength = 22 } = plot;
  const labels = rows.map(({ label }) => shortened(label, labelLength));
  const left = Math.max(0, ...labels.map((label) => [...label].length)) * 6.1 + 14;
  const hasNotes = rows.some(({ note }) => note !== undefined);
  const right = hasNotes ? Math.max(0, ...rows.map(({ note = "" }) => note.length)) * 6 + 12 : 12;
  const values = rows.flatMap(({ mean, lower, upper }) => [mean, lower ?? mean, upper ?? mean]);
  const wanted = plot.domain ?? [Math.min(0, ...values), Math.max(0, ...values)];
  const scale = linearScale(wanted, [left, width - right], width > 500 ? 8 : 4);
  const bottom = 6 + rows.length * rowHeight;
  const body = [
    scale.ticks.map((tick) => [
      svgLine([scale(tick), 4], [scale(tick), bottom], { stroke: "var(--line, #ddd)" }),
      svgText(scale(tick), bottom + 14, formatNumber(tick, scale.digits), { anchor: "middle" }),
    ]),
    svgLine([scale(0), 4], [scale(0), bottom], { stroke: "var(--soft, #555)" }),
    rows.map((row, at) => rowMarkup(row, 6 + (at + 0.5) * rowHeight, labels[at] ?? "")),
    svgText((left + width - right) / 2, bottom + 30, axis, { anchor: "middle" }),
  ];
  return svgFigure({ width, height: bottom + 36, body }, plot);

  function rowMarkup({ mean, lower, upper, note, label }: ForestRow, y: number, shown: string): Markup {
    const isSure = lower !== null && upper !== null && (lower > 0 || upper < 0);
    const isGain = mean > 0 === isHigherBetter;
    const color = mean === 0 ? "var(--soft, #555)" : isGain ? "var(--gain, #0b6e4f)" : "var(--drop, #b3261e)";
    const place = (value: number): number => Math.min(width - right, Math.max(left, scale(value)));
    const interval =
      lower === null || upper === null
        ? null
        : [
            svgLine([place(lower), y], [place(upper), y], { stroke: color, width: 1.5 }),
            end(lower, y, color, -1),
            end(upper, y, color, 1),
          ];
    const square = html`<rect x="${px(place(mean) - 3.5)}" y="${px(y - 3.5)}" width="7" height="7" fill="${isSure ? color : "var(--paper, #fff)"}" stroke="${color}" stroke-width="1.5"/>
`;
    return html`<g>${shown !== label && html`<title>${label}</title>`}${svgText(left - 8, y + 4, shown, { anchor: "end" })}${interval}${square}${note !== undefined && svgText(width - right + 6, y + 4, note)}</g>
`;
  }

  /** A short bar at an end of an interval, or an arrow where the axis ends first. */
  function end(value: number, y: number, color: string, side: 1 | -1): Markup {
    const x = scale(value);
    if (x >= left && x <= width - right) return svgLine([x, y - 3], [x, y + 3], { stroke: color, width: 1.5 });
    const edge = side === 1 ? width - right : left;
    return html`<polygon points="${px(edge + 4 * side)},${px(y)} ${px(edge)},${px(y - 3.5)} ${px(edge)},${px(y + 3.5)}" fill="${color}"/>
`;
  }
}
