import { formatNumber } from "../format-number.ts";
import { html, type Markup } from "../markup.ts";
import { linearScale } from "./linear-scale.ts";
import { marker } from "./marker.ts";
import type { PlotText } from "./plot-figure.ts";
import { seriesColor } from "./series-color.ts";
import { px, svgFigure, svgLine, svgText } from "./svg-figure.ts";

/** One series: a value per label; null where there is none. */
export interface DotSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

/** Values as marks, one row per label, with a band of values that mean nothing. */
export interface DotRows extends PlotText {
  readonly labels: readonly string[];
  readonly series: readonly DotSeries[];
  /** How far the band around 0 of each row reaches; null where there is none. Without negative values it has one side. */
  readonly band?: readonly (number | null)[];
  readonly axis: string;
  /** Default 560. */
  readonly width?: number;
}

const rowHeight = 22;

/** Draws rows of marks. Each series has a colour and a shape of its own; the band is grey. */
export function dotRows(plot: DotRows): Markup {
  const { labels, series, band = [], axis, width = 560 } = plot;
  const left = Math.max(0, ...labels.map((label) => [...label].length)) * 6.1 + 14;
  const values = series.flatMap((each) => each.values.filter((value) => value !== null));
  const halves = band.filter((half) => half !== null);
  const isSigned = values.some((value) => value < 0);
  const below = isSigned ? halves.map((half) => -half) : [];
  const domain = [Math.min(0, ...values, ...below), Math.max(0, ...values, ...halves)] as const;
  const scale = linearScale(domain, [left + 6, width - 16], 6);
  const bottom = 6 + labels.length * rowHeight;
  const body = [
    scale.ticks.map((tick) => [
      svgLine([scale(tick), 4], [scale(tick), bottom], { stroke: "var(--line, #ddd)" }),
      svgText(scale(tick), bottom + 14, formatNumber(tick, scale.digits), { anchor: "middle" }),
    ]),
    labels.map((label, at) => {
      const y = 6 + (at + 0.5) * rowHeight;
      const half = band[at] ?? null;
      const bar =
        half !== null &&
        html`<rect x="${px(scale(isSigned ? -half : 0))}" y="${px(y - 7)}" width="${px(scale(half) - scale(isSigned ? -half : 0))}" height="14" fill="var(--soft, #555)" fill-opacity="0.18"/>
`;
      const marks = series.map((each, place) => {
        const value = each.values[at] ?? null;
        return value === null ? null : marker(place, scale(value), y, seriesColor(place + 1));
      });
      return [svgText(left - 6, y + 4, label, { anchor: "end", fill: "var(--ink, #1c1f24)" }), bar, marks];
    }),
    svgLine([scale(0), 4], [scale(0), bottom], { stroke: "var(--soft, #555)" }),
    svgText((left + width - 10) / 2, bottom + 30, axis, { anchor: "middle" }),
  ];
  return svgFigure({ width, height: bottom + 36, body }, plot);
}
