import type { TaskSpec } from "./task-spec.ts";

/** Tasks 7 to 12 of the template library: filters and formats. */
export const stencilFormatTasks: readonly TaskSpec[] = [
  {
    number: 7,
    title: "Table columns are crooked with Japanese names",
    prose:
      "Characters that take two cells of a terminal are counted as one, so the columns of a table do not line up when a row holds Japanese text.",
    imports: ["renderTable", "padLeft"],
    examples: [`renderTable([{ city: "東京", zip: "100" }, { city: "Oslo", zip: "0150" }], ["city", "zip"])`],
    hiddenTests: [
      {
        name: "wide characters take two cells",
        expressions: [
          `renderTable([{ name: "漢字", n: 1 }, { name: "abcdef", n: 20 }], ["name", "n"])`,
          `padLeft("東", 4, ".")`,
        ],
      },
      { name: "narrow characters take one cell", expressions: [`padLeft("é", 3, ".")`] },
    ],
    mutations: [
      {
        operator: "swapped comparison",
        path: "src/format/width.js",
        from: "code <= 0xa4cf",
        to: "code >= 0xa4cf",
      },
    ],
    notes: [{ path: "src/format/width.js", symbol: "isWide", about: "characters that take two cells in a column" }],
    commitMessage: "Measure cells instead of characters",
  },
  {
    number: 8,
    title: "Wrong plural of words that end in y",
    prose: "The guessed plural of a word with a consonant before the final y is wrong, and so is that of `day`.",
    imports: ["render"],
    examples: [`render("{{ 3 | plural: 'city' }}")`, `render("{{ 3 | plural: 'day' }}")`],
    hiddenTests: [
      {
        name: "plural of words in y",
        expressions: [
          `render("{{ 2 | plural: 'story' }}")`,
          `render("{{ 2 | plural: 'key' }}")`,
          `render("{{ 1 | plural: 'story' }}")`,
        ],
      },
    ],
    mutations: [
      { operator: "negated condition", path: "src/format/plural.js", from: "/[^aeiou]y$/", to: "/[aeiou]y$/" },
    ],
    notes: [{ path: "src/format/plural.js", symbol: "guess", about: "the plural of a word that is not given" }],
    commitMessage: "Guess plurals",
  },
  {
    number: 9,
    title: "Numbers are cut instead of rounded",
    prose:
      "A number with more digits than asked for should be rounded to the nearest; prices come out one cent too low.",
    imports: ["render"],
    examples: [`render("{{ price | fixed: 2 }}", { price: 2.678 })`],
    hiddenTests: [
      {
        name: "numbers are rounded to the nearest",
        expressions: [
          `render("{{ 2.678 | fixed: 2 }}")`,
          `render("{{ 2.671 | fixed: 2 }}")`,
          `render("{{ 0.256 | percent }}")`,
        ],
      },
    ],
    mutations: [
      { operator: "wrong rounding", path: "src/filters/number.js", from: "Math.round(value", to: "Math.floor(value" },
    ],
    notes: [{ path: "src/filters/number.js", symbol: "roundTo", about: "rounding of numbers to digits" }],
    commitMessage: "Round in one place",
  },
  {
    number: 10,
    title: "Report heading: day of the year and centred title are off",
    prose:
      "Our report heading prints the day of the year and a centred title. The day number is two too low, and with an odd rest the title stands one cell too far to the right; the spare cell belongs on its right side.",
    imports: ["render", "centre"],
    examples: [`render("{{ '2024-03-01' | date: '%j' }}")`, `centre("abc", 6, ".")`],
    hiddenTests: [
      {
        name: "day of the year starts at one",
        expressions: [
          `render("{{ '2024-01-01' | date: '%j' }}")`,
          `render("{{ '2023-12-31T23:00:00Z' | date: '%j' }}")`,
        ],
      },
      { name: "the spare cell goes to the right", expressions: [`centre("ab", 5, "-")`, `centre("ab", 6, "-")`] },
    ],
    mutations: [
      { operator: "off-by-one", path: "src/filters/date.js", from: "86_400_000) + 1", to: "86_400_000) - 1" },
      {
        operator: "wrong rounding",
        path: "src/format/pad.js",
        from: "Math.floor(room / 2)",
        to: "Math.ceil(room / 2)",
      },
    ],
    notes: [
      { path: "src/filters/date.js", symbol: "dayOfYear", about: "the day of the year in dates" },
      { path: "src/format/pad.js", symbol: "centre", about: "the rest of a centred title" },
    ],
    commitMessage: "Prepare report headings",
  },
  {
    number: 11,
    title: "Limits are handled wrongly at the boundary",
    prose:
      "A comparison with <= does not hold for equal numbers, and asking take for zero items gives the whole list instead of none.",
    imports: ["render"],
    examples: [
      `render("{% if count <= 3 %}few{% else %}many{% end %}", { count: 3 })`,
      `render("{{ list | take: 0 | join: '+' }}", { list: [1, 2] })`,
    ],
    hiddenTests: [
      {
        name: "comparisons include the boundary",
        expressions: [
          `render("{% if 3 <= 3 %}y{% else %}n{% end %}")`,
          `render("{% if 3 < 3 %}y{% else %}n{% end %}")`,
          `render("{% if 4 <= 3 %}y{% else %}n{% end %}")`,
        ],
      },
      {
        name: "take of none, some and the last",
        expressions: [
          `render("{{ list | take: 0 | join }}", { list: [1, 2, 3] })`,
          `render("{{ list | take: 2 | join }}", { list: [1, 2, 3] })`,
          `render("{{ list | take: -2 | join }}", { list: [1, 2, 3] })`,
        ],
      },
    ],
    mutations: [
      {
        operator: "swapped comparison",
        path: "src/engine/evaluate.js",
        from: "return left <= right",
        to: "return left < right",
      },
      { operator: "swapped comparison", path: "src/filters/list.js", from: "count < 0 ?", to: "count <= 0 ?" },
    ],
    notes: [
      { path: "src/engine/evaluate.js", symbol: "compare", about: "comparison of numbers in a condition" },
      { path: "src/filters/list.js", symbol: "take", about: "how many items of a list are kept" },
    ],
    commitMessage: "Unify limits",
  },
  {
    number: 12,
    title: "wrap breaks lines that would fit exactly",
    prose: "A line exactly as wide as the width is allowed; the last word is moved to the next line too early.",
    imports: ["wrap"],
    examples: [`wrap("aaaa bbbb cccc", 9)`],
    hiddenTests: [
      {
        name: "lines may be as wide as the width",
        expressions: [`wrap("aaaa bbbb cccc", 9)`, `wrap("aaaa bbbb cccc", 8)`, `wrap("abcdefgh ij", 4)`],
      },
    ],
    mutations: [
      {
        operator: "swapped comparison",
        path: "src/format/wrap.js",
        from: "displayWidth(longer) <= width",
        to: "displayWidth(longer) < width",
      },
    ],
    notes: [{ path: "src/format/wrap.js", symbol: "wrapParagraph", about: "when a line is broken before a word" }],
    commitMessage: "Wrap by display width",
  },
];
