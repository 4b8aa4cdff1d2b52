import * as Plot from "@observablehq/plot";
import { formatNumber } from "../format-number.ts";
import type { Markup } from "../markup.ts";
import { type PlotText, plotFigure } from "./plot-figure.ts";
import { seriesColor } from "./series-color.ts";

/** Values of one series, one per label; null where there is none. */
export interface BarSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

/** A short text behind a group of bars. */
export interface BarRemark {
  readonly text: string;
  readonly tone: "gain" | "drop" | "same";
}

/** Horizontal bars: one group per label, one bar per series in it. */
export interface BarChart extends PlotText {
  /** Different from each other; line breaks become blanks. */
  readonly labels: readonly string[];
  /** The first is the one that others are compared with. */
  readonly series: readonly BarSeries[];
  /** Text behind each group, such as a difference; as many as labels. Colour must not be all that it says. */
  readonly remarks?: readonly BarRemark[];
  /** Ends of the axis; from 0 to the largest value when absent. */
  readonly domain?: readonly [number, number];
  /** Name of the axis with its unit. */
  readonly axis?: string;
  /** Default 360. */
  readonly width?: number;
  /** Decimals of the value written at each bar; no values are written when absent. */
  readonly digits?: number;
}

/** Draws a bar chart. */
export function barChart(chart: BarChart): Markup {
  const { series, remarks, axis, width = 360, digits } = chart;
  // A line break would make two lines of a label, of which the groups know nothing.
  const labels = chart.labels.map((label) => label.replaceAll(/\s+/g, " "));
  const bars = series.flatMap(({ name, values }) =>
    values.flatMap((value, at) => (value === null ? [] : [{ label: labels[at] ?? "", series: name, value }])),
  );
  const domain = chart.domain ?? [0, Math.max(1e-9, ...bars.map(({ value }) => value))];
  const longest = Math.max(0, ...labels.map((label) => label.length));
  const groupHeight = series.length * 9 + 8;
  const marks: Plot.Markish[] = [
    Plot.gridX({ ticks: 5 }),
    Plot.barX(bars, { fy: "label", y: "series", x: "value", fill: "series", insetTop: 0.5, insetBottom: 0.5 }),
    Plot.ruleX([0], { stroke: "var(--soft)" }),
    Plot.axisFy({ label: null, anchor: "left", textAnchor: "end", dx: -2 }),
  ];
  if (digits !== undefined) {
    marks.push(
      Plot.text(bars, {
        fy: "label",
        y: "series",
        x: "value",
        text: ({ value }: { value: number }) => formatNumber(value, digits),
        textAnchor: "start",
        dx: 4,
      }),
    );
  }
  if (remarks !== undefined) {
    const remarkRows = remarks.map((remark, at) => ({ label: labels[at] ?? "", ...remark }));
    marks.push(
      Plot.text(remarkRows, {
        fy: "label",
        text: "text",
        frameAnchor: "right",
        textAnchor: "start",
        dx: 6,
        fill: ({ tone }: BarRemark) => (tone === "same" ? "var(--soft)" : `var(--${tone})`),
      }),
    );
  }
  return plotFigure(
    {
      width,
      height: labels.length * groupHeight + 40,
      marginLeft: longest * 6 + 12,
      marginRight: remarks === undefined ? (digits === undefined ? 12 : 44) : 52,
      marginTop: 6,
      marginBottom: 32,
      x: { domain: [...domain], label: axis ?? null, ticks: 5, labelAnchor: "center", labelArrow: "none" },
      y: { axis: null, domain: series.map(({ name }) => name), padding: 0 },
      fy: { domain: [...labels], padding: 0.18 },
      color: { domain: series.map(({ name }) => name), range: series.map((_, at) => seriesColor(at)) },
      marks,
    },
    chart,
  );
}
