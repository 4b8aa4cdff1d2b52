import { parseHTML } from "linkedom";
import { expect, test } from "vitest";
import { barChart } from "./bar-chart.ts";

const { document } = parseHTML(
  barChart({
    id: "c",
    title: "t",
    description: "d",
    labels: ["LA", "SR"],
    series: [
      { name: "no memory", values: [40, null] },
      { name: "memory", values: [50, 20] },
    ],
    domain: [0, 100],
    digits: 1,
  }).markup,
);

test("has a bar for each value, none for a missing one, as long as the value says", () => {
  const bars = [...document.querySelectorAll('[aria-label="bar"] rect')];
  expect(bars.map((bar) => bar.getAttribute("fill"))).toEqual([
    "var(--series-1)",
    "var(--series-2)",
    "var(--series-2)",
  ]);
  const widths = bars.map((bar) => Number(bar.getAttribute("width")));
  expect((widths[1] as number) / (widths[0] as number)).toBeCloseTo(50 / 40, 5);
});

test("writes the values when asked, and the labels always", () => {
  const text = document.querySelector("svg")?.textContent ?? "";
  for (const part of ["LA", "SR", "40.0", "50.0", "20.0"]) expect(text).toContain(part);
});
