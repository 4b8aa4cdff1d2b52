import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { formats } from "@memop/trajectory";
import { loadFixtures } from "../../packages/trajectory/src/testing/format-fixtures.ts";

/** The records of one trajectory, to be mutated, each with its path. */
export interface Seed {
  readonly texts: readonly string[];
  readonly paths: readonly string[];
}

/** Larger records take the time of many small ones. */
const LARGEST_BYTES = 60_000;

/** The fixtures of a format, and recorded files of it where there are any (`expected`: what each file was read as). */
export function seedsOf(name: string, root: string, data: string | null): readonly Seed[] {
  const folder = new URL(`packages/trajectory/src/formats/${name}/fixtures/`, `file://${root}/`);
  const made = loadFixtures(folder).map(({ records, paths }) => ({
    texts: records.map((each) => JSON.stringify(each)),
    paths,
  }));
  return [...made, ...(data === null ? [] : recorded(name, root, data))];
}

/** Single records of recorded files: documents, or lines. */
function recorded(name: string, root: string, data: string): Seed[] {
  const table = join(root, "packages/trajectory/src/ingest/fixtures/every-file.json");
  const expected = JSON.parse(readFileSync(table, "utf8")) as Record<string, readonly string[]>;
  const format = formats.find((each) => each.name === name);
  const files = Object.entries(expected).filter(([, found]) => found.some((what) => what.endsWith(` ${name}`)));
  return files.slice(0, 12).flatMap(([file]) => {
    const path = join(data, file);
    if (!existsSync(path) || statSync(path).size > 2_000_000 || /\.(?:gz|parquet|zst)$/.test(path)) return [];
    const lines = readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line !== "");
    const texts = isJson(lines[0] ?? "") ? lines : [lines.join("\n")];
    const wanted = texts.filter((text) => text.length <= LARGEST_BYTES && isJson(text)).slice(0, 40);
    if (wanted.length === 0) return [];
    if (format?.scope === "record") return wanted.map((text) => ({ texts: [text], paths: [file] }));
    return [{ texts: wanted, paths: wanted.map(() => file) }];
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The formats with a folder of fixtures. */
export function formatsWithFixtures(root: string): readonly string[] {
  const folder = join(root, "packages/trajectory/src/formats");
  const folders = new Set(readdirSync(folder));
  return formats.map(({ name }) => name).filter((name) => folders.has(name));
}
