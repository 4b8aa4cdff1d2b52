import { stencilFormatTasks } from "./stencil-format.ts";
import type { RepositorySpec, TaskSpec } from "./task-spec.ts";

const engineTasks: readonly TaskSpec[] = [
  {
    number: 1,
    title: "truncate returns one character too many",
    prose: "The result of truncate should never be longer than the length that was asked for, the mark included.",
    imports: ["render"],
    examples: [`render("{{ name | truncate: 10 }}", { name: "Wellington Harbour" })`],
    hiddenTests: [
      {
        name: "truncate keeps to the length",
        expressions: [
          `render("{{ 'Wellington Harbour' | truncate: 10 }}")`,
          `render("{{ 'abcdef' | truncate: 5, '...' }}")`,
          `render("{{ 'abcde' | truncate: 5 }}")`,
        ],
      },
    ],
    mutations: [
      {
        operator: "off-by-one",
        path: "src/filters/text.js",
        from: "length - mark.length)",
        to: "length - mark.length + 1)",
      },
    ],
    notes: [{ path: "src/filters/text.js", symbol: "truncate", about: "cutting text to a length with a mark" }],
    commitMessage: "Let truncate take a mark",
  },
  {
    number: 2,
    title: "Separator is printed after the last item of a loop",
    prose:
      "A common way to print a list is to leave the comma out at the end with loop.last. The comma shows up after the final item all the same, so loop.last never seems to be set.",
    imports: ["render"],
    examples: [
      `render("{% for n in list %}{{ n }}{% if not loop.last %}, {% end %}{% end %}", { list: ["x", "y", "z"] })`,
    ],
    hiddenTests: [
      {
        name: "loop.last is set for the last item only",
        expressions: [
          `render("{% for n in list %}{{ n }}{{ loop.last }} {% end %}", { list: [1, 2, 3] })`,
          `render("{% for n in list %}{% if loop.last %}only{% end %}{% end %}", { list: [1] })`,
        ],
      },
    ],
    mutations: [
      {
        operator: "off-by-one",
        path: "src/engine/render.js",
        from: "position === items.length - 1",
        to: "position === items.length",
      },
    ],
    notes: [{ path: "src/engine/render.js", symbol: "renderLoop", about: "loop variables such as first, last, index" }],
    commitMessage: "Give loops their variables",
  },
  {
    number: 3,
    title: "Dashes in tags strip white space on the wrong side",
    prose:
      "A dash next to the braces should strip the white space on that side of the tag. Both kinds of dash leave the space where it is.",
    imports: ["render"],
    examples: [`render("a {{- 1 }}")`, `render("{{ 1 -}} b")`],
    hiddenTests: [
      { name: "a dash at the left strips before the tag", expressions: [`render("<p>  {{- 'x' }}  </p>")`] },
      { name: "a dash at the right strips after the tag", expressions: [`render("<p>  {{ 'x' -}}  </p>")`] },
    ],
    mutations: [
      {
        operator: "wrong side",
        path: "src/parse/lexer.js",
        from: "value = value.trimEnd()",
        to: "value = value.trimStart()",
      },
      {
        operator: "wrong side",
        path: "src/parse/lexer.js",
        from: "stripRight) value = value.trimStart()",
        to: "stripRight) value = value.trimEnd()",
      },
    ],
    notes: [{ path: "src/parse/lexer.js", symbol: "stripAroundDashes", about: "white space around tags with dashes" }],
    commitMessage: "Strip white space around dashes",
  },
  {
    number: 4,
    title: "TypeError for a path through null",
    prose:
      "A missing value should print nothing. When a step in the middle of a dotted path is null, rendering throws instead.",
    imports: ["render"],
    examples: [`render("[{{ user.address.city }}]", { user: { address: null } })`],
    hiddenTests: [
      {
        name: "a path through null or undefined prints nothing",
        expressions: [
          `render("[{{ a.b.c }}]", { a: { b: null } })`,
          `render("[{{ a.b.c }}]", { a: {} })`,
          `render("[{{ a.b.c }}]", { a: { b: { c: 0 } } })`,
        ],
      },
    ],
    mutations: [
      {
        operator: "swapped logical operator",
        path: "src/engine/scope.js",
        from: "if (value === undefined || value === null) return undefined",
        to: "if (value === undefined && value === null) return undefined",
      },
    ],
    notes: [{ path: "src/engine/scope.js", symbol: "lookup", about: "dotted paths and missing or null steps" }],
    commitMessage: "Simplify lookup of names",
  },
  {
    number: 5,
    title: "Cache forgets templates that are still in use",
    prose:
      "The cache should forget what was used longest ago. A template that was rendered again a moment ago is dropped although an older one is kept.",
    imports: ["createEngine"],
    examples: [
      `(() => { const { cache, render } = createEngine({ cacheSize: 2 }); for (const text of ["a", "b", "a", "c"]) render(text); return cache.has("a"); })()`,
    ],
    hiddenTests: [
      {
        name: "using a template keeps it in the cache",
        expressions: [
          `(() => { const { cache, render } = createEngine({ cacheSize: 2 }); for (const text of ["a", "b", "a", "c"]) render(text); return [cache.has("a"), cache.has("b"), cache.size]; })()`,
        ],
      },
    ],
    mutations: [
      { operator: "dropped call", path: "src/engine/cache.js", from: "        touch(entries, key, known);\n", to: "" },
    ],
    notes: [{ path: "src/engine/cache.js", symbol: "createCache", about: "which templates the cache forgets" }],
    commitMessage: "Shorten the cache",
  },
  {
    number: 6,
    title: "Condition with `and` is true when only one side is",
    prose: "A condition should hold when both sides hold. With one of them false the branch is taken all the same.",
    imports: ["render"],
    examples: [`render("{% if a and b %}both{% else %}not both{% end %}", { a: true, b: false })`],
    hiddenTests: [
      {
        name: "and needs both sides",
        expressions: [
          `render("{% if a and b %}y{% else %}n{% end %}", { a: true, b: false })`,
          `render("{% if a and b %}y{% else %}n{% end %}", { a: false, b: true })`,
          `render("{% if a and b or c %}y{% else %}n{% end %}", { a: 1, b: 0, c: 1 })`,
        ],
      },
    ],
    mutations: [
      {
        operator: "swapped branches",
        path: "src/engine/evaluate.js",
        from: "isTruthy(left) ? evaluate(expression.right, scope) : left",
        to: "isTruthy(left) ? left : evaluate(expression.right, scope)",
      },
    ],
    notes: [{ path: "src/engine/evaluate.js", symbol: "evaluate", about: "conditions with and, or, not" }],
    commitMessage: "Evaluate conditions lazily",
  },
];

/** A library of text templates; the repository with tasks enough for repository-wide memories. */
export const stencil: RepositorySpec = {
  name: "stencil",
  version: "1.4",
  layout: "mini-swe-agent",
  history: [
    { message: "Parse and render templates", paths: ["package.json", "README.md", "src/parse", "src/engine"] },
    { message: "Add filters and escaping", paths: ["src/filters", "src/escape"] },
    { message: "Add tables, wrapping and tests", paths: ["src/format", "src/index.js", "test", "tools"] },
  ],
  tasks: [...engineTasks, ...stencilFormatTasks],
};
