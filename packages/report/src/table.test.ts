import { parseHTML } from "linkedom";
import { describe, expect, test } from "vitest";
import { type Cell, cellMarkup } from "./cell.ts";
import { formatNumber } from "./format-number.ts";
import { table } from "./table.ts";

function textOf(cell: Cell): { text: string; className: string | undefined; spoken: string | null | undefined } {
  const { document } = parseHTML(`<html><body><p>${cellMarkup(cell).content.markup}</p></body></html>`);
  const first = document.querySelector("p > span");
  return {
    text: document.querySelector("p")?.textContent ?? "",
    className: first?.className,
    spoken: document.querySelector(".arrow")?.getAttribute("aria-label"),
  };
}

describe("a difference", () => {
  test("has an arrow, a colour and a word", () => {
    expect(textOf({ delta: 1.5 })).toEqual({ text: "↑1.50", className: "gain", spoken: "up" });
    expect(textOf({ delta: -0.27 })).toEqual({ text: "↓0.27", className: "drop", spoken: "down" });
    expect(textOf({ delta: 0 })).toEqual({ text: "=0.00", className: "same", spoken: "no change" });
    expect(textOf({ delta: null }).text).toBe("–");
  });

  test("that rounds to 0 is no change", () => {
    expect(textOf({ delta: -0.001 })).toMatchObject({ text: "=0.00", className: "same" });
  });

  test("is good when it falls and less is better", () => {
    const cheaper: Cell = { delta: -9.79, unit: "%", isHigherBetter: false };
    expect(textOf(cheaper)).toEqual({ text: "↓9.79 %", className: "gain", spoken: "down" });
  });

  test("shows its interval, and is not bold when that holds 0", () => {
    expect(textOf({ delta: 2, lower: -1, upper: 5 })).toMatchObject({
      text: "↑2.00[−1.00, 5.00]",
      className: "gain unsure",
    });
    expect(textOf({ delta: 2, lower: 0.5, upper: 3.5 }).className).toBe("gain");
  });
});

test("a number has a real minus and thin spaces, and nothing is a dash", () => {
  expect(formatNumber(-1234567.891, 1)).toBe("−1\u2009234\u2009567.9");
  expect(formatNumber(-0.001)).toBe("0.00");
  expect(formatNumber(999, 0)).toBe("999");
  expect(formatNumber(null)).toBe("–");
  expect(formatNumber(Number.NaN)).toBe("–");
});

test("a table has a caption, column heads, row heads and groups over its whole width", () => {
  const { document } = parseHTML(
    table({
      caption: "Numbers",
      columns: [{ label: "Name" }, { label: "Value" }, { label: "Why", align: "start" }],
      rows: [{ group: "Agent" }, { cells: ["a", 1, "b"], isBaseline: true }],
    }).markup,
  );
  expect(document.querySelector("caption")?.textContent).toBe("Numbers");
  expect([...document.querySelectorAll("thead th")].map((head) => head.className)).toEqual(["start", "end", "start"]);
  expect(document.querySelector("tr.group th")?.getAttribute("colspan")).toBe("3");
  const cells = [...document.querySelectorAll("tr.baseline > *")].map((cell) =>
    `${cell.localName} ${cell.className}`.trim(),
  );
  expect(cells).toEqual(["th", "td end number", "td start"]);
});
