import fc from "fast-check";
import { parseHTML } from "linkedom";
import { describe, expect, test } from "vitest";
import { disclosure, preformatted } from "./disclosure.ts";
import { headline, keyValues } from "./key-values.ts";
import { paragraph } from "./paragraph.ts";
import { barChart } from "./plots/bar-chart.ts";
import { legend } from "./plots/legend.ts";
import { smallMultiples } from "./plots/small-multiples.ts";
import { renderPage } from "./render-page.ts";
import { table } from "./table.ts";

const chart = {
  id: "first",
  title: "Values of <a>",
  description: "a from 1 to 2",
  labels: ["LA", "SR"],
  series: [
    { name: "no memory", values: [40, null] },
    { name: "memory", values: [50, 20] },
  ],
  remarks: [
    { text: "↑10", tone: "gain" },
    { text: "–", tone: "same" },
  ],
} as const;

/** A page with one of everything, every text of which is `text`. */
function pageOf(text: string): string {
  return renderPage({
    title: text,
    subtitle: text,
    footer: text,
    sections: [
      {
        id: "only",
        title: text,
        lead: text,
        body: [
          paragraph(text),
          headline([{ label: text, value: text, note: text }]),
          keyValues([{ label: text, value: text, note: text }]),
          disclosure(text, preformatted(text)),
          table({
            caption: text,
            columns: [{ label: text, title: text }, { label: text }],
            rows: [{ group: text }, { cells: [text, { delta: 1 }] }, { cells: [text, { badge: text, tone: "good" }] }],
            note: text,
          }),
          legend([text]),
          smallMultiples([
            {
              title: text,
              note: text,
              drawing: barChart({ ...chart, title: text, description: text, labels: [text, `${text}2`] }),
            },
          ]),
        ],
      },
    ],
  });
}

describe("a page", () => {
  const page = pageOf("plain");

  test("asks for nothing from elsewhere and runs no script", () => {
    expect(page).not.toMatch(/<script|<link|<img|<iframe|\bsrc=|@import|url\(/i);
    expect(page.match(/https?:\/\/[^"\s]+/g)).toEqual(["http://www.w3.org/2000/svg"]);
    expect(page).toContain("default-src 'none'");
  });

  test("has light, dark and print colours, and no colour outside of the variables in its drawings", () => {
    expect(page).toContain("prefers-color-scheme: dark");
    expect(page).toContain("@media print");
    const svg = page.slice(page.indexOf('<svg class="plot"'), page.lastIndexOf("</svg>"));
    expect(svg.match(/(fill|stroke)="(?!var\(|none|currentColor)[^"]*"/g)).toBe(null);
    expect(svg).not.toMatch(/NaN|undefined|<style/);
  });

  test("can be read by a screen reader: scopes, captions, titles and descriptions", () => {
    const { document } = parseHTML(page);
    expect([...document.querySelectorAll("th")].every((head) => head.hasAttribute("scope"))).toBe(true);
    expect(document.querySelectorAll("table caption")).toHaveLength(1);
    const svg = document.querySelector("svg.plot");
    expect(svg?.getAttribute("role")).toBe("img");
    for (const id of svg?.getAttribute("aria-labelledby")?.split(" ") ?? []) {
      expect(document.getElementById(id)?.textContent).toBe("plain");
    }
    expect(document.querySelector("html")?.getAttribute("lang")).toBe("en");
  });

  test("is the same for the same content", () => {
    expect(pageOf("plain")).toBe(page);
  });
});

test("a text never becomes markup, wherever it stands", () => {
  const nasty = fc.constantFrom(
    '<img src=x onerror="alert(1)">',
    `"><script>alert(1)</script>`,
    "' onclick='x",
    "</title><b>",
    "</pre></style><i>",
    "&lt;b&gt; & <b>",
    "]]><b>",
  );
  const elements = (page: string) => {
    const { document } = parseHTML(page);
    return [...document.querySelectorAll("*")].map((element) =>
      [element.localName, ...element.getAttributeNames().sort()].join(" "),
    );
  };
  const plain = elements(pageOf("plain"));
  fc.assert(
    fc.property(nasty, fc.string({ unit: "binary", maxLength: 10 }), (text, more) => {
      expect(elements(pageOf(text + more))).toEqual(plain);
    }),
    { numRuns: 30, examples: [["</title><b>", "\n"]] },
  );
});
