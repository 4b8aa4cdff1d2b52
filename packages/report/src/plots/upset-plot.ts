import { formatNumber } from "../format-number.ts";
import { html, type Markup } from "../markup.ts";
import type { PlotText } from "./plot-figure.ts";
import { px, shortened, svgFigure, svgLine, svgText } from "./svg-figure.ts";

/** One of the sets that overlap. */
export interface OverlapSet {
  readonly name: string;
  /** Number of its elements. */
  readonly size: number;
}

/** Elements that lie in exactly these sets and in no other. */
export interface ExclusivePart {
  /** Places in the list of sets, ascending. */
  readonly members: readonly number[];
  readonly count: number;
}

/** Overlapping sets in UpSet layout: sizes at the left, exclusive parts as columns. */
export interface UpsetPlot extends PlotText {
  readonly sets: readonly OverlapSet[];
  /** In the order in which they are drawn. */
  readonly parts: readonly ExclusivePart[];
  /** What is counted, in the plural: "tasks". */
  readonly unit: string;
}

const column = 26;
const row = 20;
const barsHeight = 120;
const sizesWidth = 80;

/**
 * Draws which elements several sets share. Each column is one combination: dark dots for the sets in it, joined by a line, and
 * above it the number of elements in exactly these sets. Layout: docs/papers.md#upset.
 */
export function upsetPlot(plot: UpsetPlot): Markup {
  const { sets, parts, unit } = plot;
  const names = sets.map(({ name }) => shortened(name, 34));
  const left = Math.max(40, ...names.map((name) => [...name].length * 6.1)) + sizesWidth + 46;
  const top = barsHeight + 26;
  const width = left + Math.max(parts.length * column, 60) + 12;
  const height = top + sets.length * row + 8;
  const most = Math.max(1, ...parts.map(({ count }) => count));
  const largest = Math.max(1, ...sets.map(({ size }) => size));
  const xOf = (part: number): number => left + (part + 0.5) * column;
  const yOf = (set: number): number => top + (set + 0.5) * row;

  const bands = sets.map((_, at) =>
    at % 2 === 0
      ? html`<rect x="0" y="${px(yOf(at) - row / 2)}" width="${px(width)}" height="${row}" fill="var(--band, #f5f6f8)"/>
`
      : null,
  );
  const sizes = sets.map(({ name, size }, at) => {
    const length = (size / largest) * sizesWidth;
    const label = names[at] ?? "";
    return html`<g>${label !== name && html`<title>${name}</title>`}<rect x="${px(sizesWidth + 30 - length)}" y="${px(yOf(at) - 6)}" width="${px(length)}" height="12" fill="var(--series-2, #2563b8)"/>
${svgText(sizesWidth + 26 - length, yOf(at) + 4, formatNumber(size, 0), { anchor: "end" })}${svgText(left - 10, yOf(at) + 4, label, { anchor: "end", fill: "var(--ink, #1c1f24)" })}</g>
`;
  });
  const bars = parts.map(({ count }, at) => {
    const length = (count / most) * barsHeight;
    return html`<rect x="${px(xOf(at) - 8)}" y="${px(barsHeight + 16 - length)}" width="16" height="${px(length)}" fill="var(--series-2, #2563b8)"/>
${svgText(xOf(at), barsHeight + 12 - length, formatNumber(count, 0), { anchor: "middle", fill: "var(--ink, #1c1f24)" })}`;
  });
  const dots = parts.map(({ members }, at) => {
    const inside = new Set(members);
    const ends = [Math.min(...members), Math.max(...members)] as const;
    const joint =
      members.length < 2
        ? null
        : svgLine([xOf(at), yOf(ends[0])], [xOf(at), yOf(ends[1])], { stroke: "var(--ink, #1c1f24)", width: 2 });
    return [
      joint,
      sets.map((_, set) =>
        inside.has(set)
          ? html`<circle cx="${px(xOf(at))}" cy="${px(yOf(set))}" r="5.5" fill="var(--ink, #1c1f24)"/>
`
          : html`<circle cx="${px(xOf(at))}" cy="${px(yOf(set))}" r="3" fill="var(--line, #ddd)"/>
`,
      ),
    ];
  });
  const body = [
    bands,
    svgText(sizesWidth + 30, barsHeight + 10, `${unit} in all`, { anchor: "end" }),
    svgText(left - 10, 24, `${unit} in exactly`, { anchor: "end" }),
    svgText(left - 10, 38, "these sets", { anchor: "end" }),
    svgLine([left, barsHeight + 16], [width - 8, barsHeight + 16], { stroke: "var(--soft, #555)" }),
    sizes,
    bars,
    dots,
  ];
  return svgFigure({ width, height, body, scrolls: true }, plot);
}
