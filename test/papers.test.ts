import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkout } from "./run-memop.ts";

const anchors = new Set(
  [
    ...readFileSync(join(checkout, "docs/papers.md"), "utf8").matchAll(
      /<a id="([^"]+)">|^#+ .*\{#([^}]+)\}|^#{2,4} (.+)$/gm,
    ),
  ].map(([, id, braces, title]) => id ?? braces ?? slug(title ?? "")),
);

function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, "")
    .trim()
    .replaceAll(" ", "-");
}

const sources = readdirSync(join(checkout, "packages"), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !/node_modules|\/dist/.test(entry.parentPath))
  .map((entry) => join(entry.parentPath, entry.name));

test("every formula and algorithm that a source cites has an entry in docs/papers.md", () => {
  const missing = sources.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/docs\/papers\.md#([a-z0-9-]+)/g)]
      .map(([, anchor]) => anchor ?? "")
      .filter((anchor) => !anchors.has(anchor))
      .map((anchor) => `${file.slice(checkout.length + 1)}: #${anchor}`),
  );
  expect(missing).toEqual([]);
});
