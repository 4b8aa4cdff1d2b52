import { formatNumber } from "../format-number.ts";
import { html, type Markup } from "../markup.ts";
import { linearScale } from "./linear-scale.ts";
import { marker } from "./marker.ts";
import type { PlotText } from "./plot-figure.ts";
import { seriesColor } from "./series-color.ts";
import { px, svgFigure, svgLine, svgText } from "./svg-figure.ts";

/** One line: points with ascending x. */
export interface LineSeries {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** Place of its colour and marker; default its place in the list. */
  readonly style?: number;
  /** True for a broken line, for example a second measure of the same series. */
  readonly isDashed?: boolean;
}

/** Lines over a common axis. */
export interface LineChart extends PlotText {
  readonly series: readonly LineSeries[];
  readonly xAxis: string;
  readonly yAxis: string;
  /** Ends of the upright axis; default 0 to the largest value. */
  readonly yDomain?: readonly [number, number];
  /** True when only whole numbers stand on the level axis. */
  readonly isWhole?: boolean;
  /** Default 360 and 220. */
  readonly width?: number;
  readonly height?: number;
}

/** Lines with more points than this have markers at their ends alone. */
const mostMarkers = 12;

/** Draws a line chart. Series differ in colour and in the shape of their markers. */
export function lineChart(chart: LineChart): Markup {
  const { series, xAxis, yAxis, width = 360, height = 220, isWhole = false } = chart;
  const xs = series.flatMap(({ points }) => points.map(({ x }) => x));
  const ys = series.flatMap(({ points }) => points.map(({ y }) => y));
  const [left, right, top, bottom] = [44, width - 14, 10, height - 38];
  const yScale = linearScale(chart.yDomain ?? [0, Math.max(1e-9, ...ys)], [bottom, top], 4);
  const [low, high] = [Math.min(...xs), Math.max(...xs)];
  const span = Math.max(1e-9, high - low);
  const xOf = (x: number): number =>
    high === low ? (left + right) / 2 : left + 8 + ((x - low) / span) * (right - left - 16);
  const ticks = linearScale([low, high], [0, 1], isWhole ? Math.min(6, Math.max(1, high - low)) : 5).ticks.filter(
    (tick) => tick >= low && tick <= high && (!isWhole || Number.isInteger(tick)),
  );
  const body = [
    yScale.ticks.map((tick) => [
      svgLine([left, yScale(tick)], [right, yScale(tick)], { stroke: "var(--line, #ddd)" }),
      svgText(left - 6, yScale(tick) + 4, formatNumber(tick, yScale.digits), { anchor: "end" }),
    ]),
    (high === low ? [low] : ticks).map((tick) => svgText(xOf(tick), bottom + 15, String(tick), { anchor: "middle" })),
    // The first is drawn last: it is what the others are compared with.
    series.map((each, at) => lineMarkup(each, each.style ?? at)).reverse(),
    svgText((left + right) / 2, height - 6, xAxis, { anchor: "middle" }),
    html`<text transform="translate(11 ${px((top + bottom) / 2)}) rotate(-90)" text-anchor="middle">${yAxis}</text>
`,
  ];
  return svgFigure({ width, height, body }, chart);

  function lineMarkup({ name, points, isDashed = false }: LineSeries, style: number): Markup {
    const color = seriesColor(style);
    const path = points.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${px(xOf(x))} ${px(yScale(y))}`).join("");
    const marked =
      points.length <= mostMarkers ? points : [points[0], points.at(-1)].filter((point) => point !== undefined);
    return html`<g><title>${name}</title><path d="${path}" fill="none" stroke="${color}" stroke-width="2"${isDashed && html` stroke-dasharray="5 3"`}/>
${marked.map(({ x, y }) => marker(style, xOf(x), yScale(y), color))}</g>
`;
  }
}
