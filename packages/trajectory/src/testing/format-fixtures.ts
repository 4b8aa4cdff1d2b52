import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

/** One case of a format's `fixtures` folder. */
export interface FormatFixture {
  /** File name without `.raw.json` or `.raw.jsonl`. */
  readonly name: string;
  /** The document, or every line of a `.jsonl`. */
  readonly records: readonly unknown[];
  /** The reading as it must come out, from `<name>.expected.json`; null while that file is not written. */
  readonly expected: unknown;
  /** Path that the reading's source is given: names of tasks may be read off it. */
  readonly path: string;
  /** Writes the expected file. Only for a person who looks at the difference afterwards. */
  accept(reading: unknown): void;
}

/**
 * Loads `<case>.raw.json|jsonl` and `<case>.expected.json` of a folder, in the order of their names. `under` is the folder
 * that their paths say they lie in, for formats that read names of folders.
 */
export function loadFixtures(folder: URL, under = "runs"): readonly FormatFixture[] {
  const names = readdirSync(folder).filter((name) => /\.raw\.jsonl?$/.test(name));
  return names.sort().map((file) => {
    const name = file.replace(/\.raw\.jsonl?$/, "");
    const text = readFileSync(new URL(file, folder), "utf8");
    const expected = new URL(`${name}.expected.json`, folder);
    return {
      name,
      records: file.endsWith("l")
        ? text
            .split("\n")
            .filter((line) => line !== "")
            .map((line) => JSON.parse(line))
        : [JSON.parse(text)],
      expected: existsSync(expected) ? JSON.parse(readFileSync(expected, "utf8")) : null,
      path: `${under}/${name}.json`,
      accept: (reading) => writeFileSync(expected, `${JSON.stringify(reading, null, 2)}\n`),
    };
  });
}
