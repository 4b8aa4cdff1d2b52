import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { judged, scratch } from "../hazards/scratch.ts";
import { findPart, requirePart } from "../real-parts.ts";

const executable = findPart("chromium");
const skip = requirePart("chromium", executable !== null, "no Chromium on PATH");

/** A page that was opened, and everything that it did beyond showing itself. */
interface Opened {
  readonly page: Page;
  readonly requests: readonly string[];
  readonly complaints: readonly string[];
}

describe.skipIf(skip)("the report in a real browser", () => {
  const place = scratch();
  const files = { whole: join(place.folder, "report.html"), cards: join(place.folder, "cards.html") };
  let browser: Browser | undefined;
  let curated: Record<string, unknown> = {};

  beforeAll(async () => {
    await judged(place, ["o__r-1", "o__r-2", "o__s-3"]);
    curated = await place.json("curate", "ws", "--by", "memory");
    expect(await place.json("report", "ws", "--out", "report.html")).toMatchObject({
      out: files.whole,
      sections: expect.arrayContaining(["overview", "decisions", "overlap"]),
    });
    place.write(
      "cards.csv",
      "task_id,condition,repo,sr,la_file_1\nt1,none,o/r,0,100\nt2,none,o/r,100,100\nt1,notes,o/r,100,100\nt2,notes,o/r,100,0\n",
    );
    await place.json("import", "scores", "cards.csv", "--out", "cards-ws");
    await place.json("report", "cards-ws", "--out", "cards.html");
    browser = await chromium.launch({
      executablePath: executable ?? "",
      args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
    });
  });
  afterAll(() => browser?.close());

  async function open(file: string, options: BrowserContextOptions = {}): Promise<Opened> {
    if (browser === undefined) throw new Error("no browser was started");
    const context = await browser.newContext({ offline: true, ...options });
    const requests: string[] = [];
    const complaints: string[] = [];
    context.on("request", (request) => void requests.push(request.url()));
    const page = await context.newPage();
    page.on("pageerror", (error) => void complaints.push(error.message));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    await page.goto(pathToFileURL(file).href, { waitUntil: "networkidle" });
    return { page, requests, complaints };
  }

  test.each(["whole", "cards"] as const)(
    "%s: nothing is requested but the file, and nothing complains",
    async (name) => {
      const { page, requests, complaints } = await open(files[name]);
      // Everything that is folded away is shown too.
      await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
      await page.emulateMedia({ media: "print" });
      expect(requests).toEqual([pathToFileURL(files[name]).href]);
      expect(complaints).toEqual([]);
    },
  );

  test("both conditions are shown, the memory's as differences with arrows", async () => {
    const { page } = await open(files.whole);
    const metrics = page.locator("#metrics table");
    expect(await shown(metrics.locator("tr.baseline th").first())).toBe("no memory (baseline)");
    const row = metrics.locator("tbody tr").filter({ has: page.locator('th:text-is("m")') });
    // The baseline edits nothing and solves nothing; with memory every run edits the right function in its second turn.
    expect(await shown(row)).toMatch(/↑\s*100\.00/);
    expect(await row.locator("td.gain, td .gain").count()).toBe(10);
  });

  test("the false-accept rate is the one that curate printed", async () => {
    const { page } = await open(files.whole);
    const table = page.locator("#decisions table").filter({ hasText: "Verdicts by policy" });
    const heads = await table.locator("thead th").allInnerTexts();
    const cells = await table.locator("tbody tr").first().locator("th, td").allInnerTexts();
    expect(cells[heads.indexOf("Mean false-accept rate")]).toBe(
      `${(100 * Number(curated.falseAcceptRate)).toFixed(2)} %`,
    );
  });

  test("accepted memories open and are shown in full", async () => {
    const { page } = await open(files.whole);
    const memory = page.locator("details").filter({ hasText: "m-o__r-1" }).first();
    expect(await memory.locator("pre").isVisible()).toBe(false);
    await memory.locator("summary").click();
    expect(await shown(memory.locator("pre"))).toBe("Look at f first (o__r-1).");
  });

  test("without JavaScript the page says the same", async () => {
    const { page } = await open(files.whole);
    const still = await open(files.whole, { javaScriptEnabled: false });
    expect(await shown(still.page.locator("body"))).toBe(await shown(page.locator("body")));
  });

  test("dark and light differ in paper and ink, and in both the ink can be read", async () => {
    const { page } = await open(files.whole);
    const coloursIn = async (colorScheme: "dark" | "light"): Promise<number[]> => {
      await page.emulateMedia({ colorScheme });
      const colours = await page.evaluate<string[]>(
        "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]",
      );
      return colours.map(luminance);
    };
    const [lightPaper = 0, lightInk = 0] = await coloursIn("light");
    const [darkPaper = 0, darkInk = 0] = await coloursIn("dark");
    expect(contrast(lightPaper, lightInk)).toBeGreaterThan(7);
    expect(contrast(darkPaper, darkInk)).toBeGreaterThan(7);
    expect(lightPaper).toBeGreaterThan(darkPaper);
  });

  test.each([
    [400, "light"],
    [400, "dark"],
    [1400, "light"],
    [1400, "dark"],
  ] as const)(
    "in a window of %i pixels, %s, nothing reaches past its edge but what scrolls by itself",
    async (width, colorScheme) => {
      for (const file of Object.values(files)) {
        const { page } = await open(file, { viewport: { width, height: 800 }, colorScheme });
        await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
        expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
        const wide = await page.evaluate<string[]>(`[...document.querySelectorAll("body *")]
        .filter((each) => !each.closest(".scroll, .wide") && each.getBoundingClientRect().right > ${width + 1})
        .map((each) => each.tagName + " " + each.textContent.slice(0, 40))`);
        expect(wide).toEqual([]);
      }
    },
  );

  test("without JavaScript every figure is drawn, has a name, and its texts can be read in light and dark", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { page } = await open(files.whole, { javaScriptEnabled: false, colorScheme });
      const figures = page.locator("svg.plot");
      expect(await figures.count()).toBeGreaterThan(3);
      for (const figure of await figures.all()) {
        const box = await figure.boundingBox();
        expect(box?.width).toBeGreaterThan(100);
        expect(box?.height).toBeGreaterThan(30);
        expect(await figure.locator("title").first().textContent()).not.toBe("");
      }
    }
    for (const colorScheme of ["light", "dark"] as const) {
      const { page } = await open(files.whole, { colorScheme });
      const paper = luminance(await page.evaluate<string>("getComputedStyle(document.body).backgroundColor"));
      const inks = await page.evaluate<string[]>(
        "[...new Set([...document.querySelectorAll('svg.plot text')].map((text) => getComputedStyle(text).fill))]",
      );
      for (const ink of inks) expect(contrast(paper, luminance(ink)), `${colorScheme} ${ink}`).toBeGreaterThan(4.5);
    }
  });

  test("every table has a caption, and every header says what it heads", async () => {
    for (const file of Object.values(files)) {
      const { page } = await open(file);
      expect(await page.locator("table").count()).toBeGreaterThan(0);
      expect(await page.locator("table:not(:has(caption))").count()).toBe(0);
      expect(await page.locator("th:not([scope])").count()).toBe(0);
    }
  });

  test("links of the contents lead to sections that are there", async () => {
    const { page } = await open(files.whole);
    const targets = await page.locator("nav a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(targets.length).toBeGreaterThan(3);
    for (const target of targets) expect(await page.locator(String(target)).count(), String(target)).toBe(1);
  });

  test("score cards alone are shown, and the page says what is missing", async () => {
    const { page } = await open(files.cards);
    const words = (await shown(page.locator("body"))).replaceAll(/\s+/g, " ");
    expect(words).toContain("Nothing is judged yet: memop curate WS.");
    expect(words).toContain("no memory (baseline)");
    // Success: 50 without, 100 with; first file: 100 without, 50 with.
    expect(words).toMatch(/notes 2 ↓ ?50\.00/);
    expect(words).toMatch(/↑ ?50\.00/);
  });
});

/** What a reader sees of an element. */
function shown(element: Locator): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden must not count
  return element.innerText();
}

/** Relative luminance of a CSS colour `rgb(r, g, b)`, 0 to 1, as WCAG 2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+(\.\d+)?/g) ?? []).map(Number).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
