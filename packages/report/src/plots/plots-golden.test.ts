import { join } from "node:path";
import { parseHTML } from "linkedom";
import { describe, expect, test } from "vitest";
import type { Markup } from "../markup.ts";
import { countBars } from "./count-bars.ts";
import { dotRows } from "./dot-rows.ts";
import { forestPlot } from "./forest-plot.ts";
import { lineChart } from "./line-chart.ts";
import { upsetPlot } from "./upset-plot.ts";

const text = { title: "A <title>", description: "What it shows & how much." };

const drawings: Readonly<Record<string, Markup>> = {
  forest: forestPlot({
    id: "forest",
    ...text,
    axis: "percent points",
    rows: [
      { label: "sure gain", mean: 4, lower: 1, upper: 7, note: "accept" },
      { label: "unsure", mean: -1, lower: -3.5, upper: 1.5, note: "undecided" },
      { label: "a memory with a name that is far too long", mean: -6, lower: -30, upper: -2, note: "reject" },
      { label: "no interval", mean: 0, lower: null, upper: null },
    ],
    domain: [-10, 10],
  }),
  upset: upsetPlot({
    id: "upset",
    ...text,
    unit: "tasks",
    sets: [
      { name: "one", size: 5 },
      { name: "two & a half", size: 4 },
    ],
    parts: [
      { members: [0, 1], count: 3 },
      { members: [0], count: 2 },
      { members: [1], count: 1 },
    ],
  }),
  lines: lineChart({
    id: "lines",
    ...text,
    xAxis: "k",
    yAxis: "percent",
    yDomain: [0, 100],
    isWhole: true,
    series: [
      { name: "none", points: [1, 2, 3].map((x) => ({ x, y: 20 * x })) },
      { name: "memory", points: [1, 2, 3].map((x) => ({ x, y: 30 * x })), isDashed: true },
    ],
  }),
  counts: countBars({
    id: "counts",
    ...text,
    rows: [
      { label: "candidates", count: 1234 },
      { label: "accepted", count: 300, hatched: 100, tone: "good", depth: 1, note: "100 held back" },
      { label: "rejected", count: 934, tone: "bad", depth: 1 },
    ],
  }),
  dots: dotRows({
    id: "dots",
    ...text,
    axis: "percent points",
    labels: ["LA", "SR"],
    band: [2, null],
    series: [
      { name: "floor", values: [1, 4] },
      { name: "memory", values: [-3, null] },
    ],
  }),
};

describe.each(Object.entries(drawings))("%s", (name, drawing) => {
  const { document } = parseHTML(`<html><body>${drawing.markup}</body></html>`);

  test("is drawn as it was", async () => {
    const [svg = ""] = /<svg[\s\S]*<\/svg>/.exec(drawing.markup) ?? [];
    await expect(`${svg}\n`).toMatchFileSnapshot(join("golden", `${name}.svg`));
  });

  test("is an image with a title and a description, whose texts are escaped", () => {
    const svg = document.querySelector("svg.plot");
    expect(svg?.getAttribute("role")).toBe("img");
    const spoken = svg?.getAttribute("aria-labelledby")?.split(" ") ?? [];
    expect(spoken.map((id: string) => document.getElementById(id)?.textContent)).toEqual([
      text.title,
      text.description,
    ]);
  });

  test("has no place that is no number", () => {
    expect(drawing.markup).not.toMatch(/NaN|Infinity|undefined|null/);
  });

  test("lies inside its frame", () => {
    const [, , width = 0, height = 0] = (document.querySelector("svg")?.getAttribute("viewBox") ?? "")
      .split(" ")
      .map(Number);
    for (const each of document.querySelectorAll("rect:not(pattern rect), circle, line, text[x]")) {
      for (const [names, most] of [
        [["x", "x1", "x2", "cx"], width],
        [["y", "y1", "y2", "cy"], height],
      ] as const) {
        for (const attribute of names) {
          const value = each.getAttribute(attribute);
          if (value === null) continue;
          expect(Number(value), `${each.localName} ${attribute}`).toBeGreaterThanOrEqual(0);
          expect(Number(value), `${each.localName} ${attribute}`).toBeLessThanOrEqual(most);
        }
      }
    }
  });
});

test("an interval that leaves 0 out is filled, any other is hollow", () => {
  const { document } = parseHTML(`<html><body>${drawings.forest?.markup}</body></html>`);
  const fills = [...document.querySelectorAll("rect")].map((square) => square.getAttribute("fill")?.slice(0, 11));
  expect(fills).toEqual(["var(--gain,", "var(--paper", "var(--drop,", "var(--paper"]);
});

test("a line breaks no rule about its points: one point, equal values, none at all", () => {
  for (const points of [
    [{ x: 1, y: 0 }],
    [
      { x: 1, y: 5 },
      { x: 2, y: 5 },
    ],
  ]) {
    const { markup } = lineChart({ id: "l", ...text, xAxis: "x", yAxis: "y", series: [{ name: "a", points }] });
    expect(markup).not.toMatch(/NaN|Infinity/);
  }
});

test("the hatched part of a count ends where the count ends", () => {
  const { document } = parseHTML(`<html><body>${drawings.counts?.markup}</body></html>`);
  const [whole, kept, held] = [...document.querySelectorAll("g > rect")].map((bar) => ({
    from: Number(bar.getAttribute("x")),
    length: Number(bar.getAttribute("width")),
  }));
  if (whole === undefined || kept === undefined || held === undefined) throw new Error("bars are missing");
  expect((kept.length + held.length) / whole.length).toBeCloseTo(300 / 1234, 3);
  expect(held.from).toBeCloseTo(kept.from + kept.length, 1);
});
