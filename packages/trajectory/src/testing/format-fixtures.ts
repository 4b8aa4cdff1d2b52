import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

/** One case of a format's `fixtures` folder. */
export interface FormatFixture {
  /** File name without `.raw.json`, `.raw.jsonl` or `.raw.files.json`. */
  readonly name: string;
  /** The document, every line of a `.jsonl`, or every file of a folder. */
  readonly records: readonly unknown[];
  /** The reading as it must come out, from `<name>.expected.json`; null while that file is not written. */
  readonly expected: unknown;
  /** Path that the reading's source is given: names of tasks may be read off it. */
  readonly path: string;
  /** The path of each record: all the same but in a folder of files. */
  readonly paths: readonly string[];
  /** Writes the expected file. Only for a person who looks at the difference afterwards. */
  accept(reading: unknown): void;
}

/**
 * Loads `<case>.raw.json|jsonl` and `<case>.expected.json` of a folder, in the order of their names. `under` is the folder
 * that their paths say they lie in, for formats that read names of folders.
 *
 * `<case>.raw.files.json` stands for a folder of files: an object of what is in each (text, or what its JSON holds; for
 * `.jsonl` the list of its lines' values) by its path in `under`.
 */
export function loadFixtures(folder: URL, under = "runs"): readonly FormatFixture[] {
  const names = readdirSync(folder).filter((name) => /\.raw\.(?:jsonl?|files\.json)$/.test(name));
  return names.sort().map((file) => {
    const name = file.replace(/\.raw\.(?:jsonl?|files\.json)$/, "");
    const members = membersIn(file, readFileSync(new URL(file, folder), "utf8"), `${under}/${name}.json`, under);
    const expected = new URL(`${name}.expected.json`, folder);
    return {
      name,
      records: members.map(([, record]) => record),
      expected: existsSync(expected) ? JSON.parse(readFileSync(expected, "utf8")) : null,
      path: members[0]?.[0] ?? "",
      paths: members.map(([path]) => path),
      accept: (reading) => writeFileSync(expected, `${JSON.stringify(reading, null, 2)}\n`),
    };
  });
}

function membersIn(
  file: string,
  text: string,
  path: string,
  under: string,
): (readonly [path: string, record: unknown])[] {
  if (file.endsWith("l")) {
    const lines = text.split("\n").filter((line) => line !== "");
    return lines.map((line) => [path, JSON.parse(line)]);
  }
  const value: unknown = JSON.parse(text);
  if (!file.endsWith(".files.json")) return [[path, value]];
  return Object.entries(value as Record<string, unknown>).flatMap(([name, content]) => {
    const records = name.endsWith(".jsonl") ? (content as unknown[]) : [content];
    return records.map((record) => [`${under}/${name}`, record] as const);
  });
}
