import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type MemoryRow, memoryRow } from "./memory-row.ts";

/** Files by which the descriptions of the misleading memory are displaced. */
const displacement = 5;

/** Two memories for a whole repository: a map of its files, and the same map with the descriptions displaced. */
export async function repositoryMemories(
  repo: string,
  directory: string,
  sourceFiles: readonly string[],
): Promise<readonly MemoryRow[]> {
  const files = sourceFiles.filter((path) => path.split("/").length > 2);
  const descriptions = await Promise.all(files.map((path) => describeFile(join(directory, path))));
  const map = (shift: number): string[] =>
    files.map((path, index) => `- \`${path}\`: ${descriptions[(index + shift) % files.length]}`);
  return [
    memoryRow("repo-helpful", repo, null, page(repo, map(0), helpfulLessons), []),
    memoryRow("repo-misleading", repo, null, page(repo, map(displacement), misleadingLessons), []),
  ];
}

const helpfulLessons = [
  "- The public functions only pass values on; look at the small function that decides.",
  "- Slips at a boundary (comparison, count, side, rounding) are the most common ones here.",
];

const misleadingLessons = ["- Most reports come from a wrong default or constant."];

function page(repo: string, map: readonly string[], lessons: readonly string[]): string {
  const head = [`# Notes for work on ${repo}`, "", "## Repository structure", ...map];
  return `${[...head, "", "## Lessons", ...lessons, "", "## Commands", "- Tests: npm test"].join("\n")}\n`;
}

/** The first comment of a file, and what the comments of its public functions say. */
async function describeFile(path: string): Promise<string> {
  const source = await readFile(path, "utf8");
  const head = source.match(/^\/\/ (.*)$/m)?.[1] ?? "";
  const functions = [...source.matchAll(/^\/\*\* (.*?) \*\/\nexport function (\w+)/gm)];
  return [head, ...functions.map(([, comment, name]) => `\`${name}\`: ${comment}`)].join(" ").replaceAll("/", " or ");
}
