import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow, readPackages, readText, root } from "./workspace-packages.ts";

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...filesBelow("docs")
    .filter((path) => path.endsWith(".md"))
    .map((path) => `docs/${path}`),
];

/** Names that a link's `#…` may have: headings in the form that Git hosts give them, and explicit ids. */
function anchorsOf(page: string): Set<string> {
  const text = readText(page).replaceAll(/^```[\s\S]*?^```/gm, "");
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number}\p{Mark} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
  const ids = [...text.matchAll(/<a id="([^"]+)"/g)].map(([, id = ""]) => id);
  return new Set([...headings, ...ids]);
}

function brokenLinks(page: string): string[] {
  const links = [...readText(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => {
    if (/^https?:/.test(link)) return false;
    const [path = "", anchor] = link.split("#");
    const target = path === "" ? page : join(dirname(page), path);
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && !anchorsOf(target).has(anchor);
  });
}

test.each(pages)("every link in %s leads somewhere", (page) => {
  expect(brokenLinks(page)).toEqual([]);
});

test("every page that a comment in the code points to is there, with its entry", () => {
  const packages = readPackages();
  const sources = packages.flatMap(({ name, files }) => files.map((file) => `packages/${name}/${file}`));
  const wrong = sources.flatMap((path) =>
    [...readText(path).matchAll(/(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g)]
      .filter(([, page = "", anchor]) => {
        if (!existsSync(join(root, page))) return true;
        return anchor !== undefined && !anchorsOf(page).has(anchor);
      })
      .map(([reference]) => `${path}: ${reference}`),
  );
  expect(wrong).toEqual([]);
});

/** Sections of the pages that describe tables, by heading. */
const sections = new Map(
  ["docs/workspace.md", "docs/exports.md"]
    .flatMap((page) => readText(page).split(/^##+ /m))
    .map((section) => [section.slice(0, section.indexOf("\n")), section]),
);
const tableFiles = readPackages().flatMap(({ name, files }) =>
  files.filter((file) => file.endsWith("-table.ts")).map((file) => `packages/${name}/${file}`),
);

test.each(tableFiles)("the pages list each column of the table in %s, and no other", async (file) => {
  const module = (await import(join(root, file))) as Record<string, unknown>;
  for (const table of Object.values(module).filter(isTable)) {
    const section = sections.get(table.name) ?? "";
    const described = [...section.matchAll(/^\| (\w+) \|/gm)].map(([, column]) => column).slice(1);
    expect(described, table.name).toEqual(Object.keys(table.columns));
  }
});

test.each(pages)("%s shows only commands and options that there are", (page) => {
  const blocks = [...readText(page).matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map(([, block = ""]) => block);
  const calls = blocks.flatMap((block) => [...block.matchAll(/^(?:npx )?memop ([a-z-]+)(.*)$/gm)]);
  const wrong = calls.flatMap(([line, command, rest = ""]) => {
    const file = `packages/cli/src/commands/${command}.ts`;
    if (!existsSync(join(root, file))) return [line];
    const options = [...rest.matchAll(/ (--[a-z-]+)/g)].map(([, option = ""]) => option);
    // A command with many options has them in a file of their own.
    const shared = [...readText(file).matchAll(/"\.\.\/([\w-]+-options)\.ts"/g)].map(([, name]) => name);
    const own = [file, ...[`${command}-options`, ...shared].map((name) => `packages/cli/src/${name}.ts`)].filter(
      (path) => existsSync(join(root, path)),
    );
    const known = own.map(readText).join("\n");
    return options.every((option) => /[ "]/.test(known[known.indexOf(`"${option}`) + option.length + 1] ?? ""))
      ? []
      : [line];
  });
  expect(wrong).toEqual([]);
});

function isTable(value: unknown): value is { name: string; columns: Record<string, string> } {
  return typeof value === "object" && value !== null && "columns" in value && "key" in value && "name" in value;
}
