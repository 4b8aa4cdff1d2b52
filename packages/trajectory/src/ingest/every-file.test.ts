import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { requirePart, sharedData } from "@memop/core/testing";
import { beforeAll, describe, expect, test } from "vitest";
import type { StagedRow } from "./read-inputs.ts";
import { readStaged } from "./read-staged.ts";
import type { RefusedPayload } from "./staged-row.ts";

/**
 * What every recorded file is read as, by its name below the data: `5 adp`, `300 task`, `1 refused: unrecognised`. Set
 * `MEMOP_ACCEPT` to write it anew, and look at the difference: docs/formats.md shows it.
 */
const expectation = new URL("./fixtures/every-file.json", import.meta.url);
const expected = existsSync(expectation)
  ? (JSON.parse(readFileSync(expectation, "utf8")) as Record<string, readonly string[]>)
  : {};

/** Records that only say something about a record that is counted already. */
const besides: ReadonlySet<unknown> = new Set(["embedded-task", "embedded-outcome", "report"]);

/** Reads a folder of the data and counts what was found in each of its files; members count for their archive. */
async function readFolder(data: string, folder: string): Promise<Record<string, readonly string[]>> {
  const counts = new Map<string, Map<string, number>>();
  const members = new Map<string, string>();
  const fileOf = ({ at }: Pick<StagedRow, "at">) => at.sourceFile.replace(/#.*$/, "");
  const staged = readStaged([folder], data, null, (item) => {
    if (item.table === "group-members") members.set(fileOf(item), `part of another file's ${item.format} run`);
  });
  for await (const { table, row, at, format } of staged) {
    if (besides.has(row.kind)) continue;
    const payload = row.kind === "refused" ? (JSON.parse(row.payload_json as string) as RefusedPayload) : null;
    const what =
      payload !== null
        ? `refused: ${payload.reason}`
        : table === "trajectories" || row.kind === format
          ? format
          : `${row.kind} (${format})`;
    const file = fileOf({ at });
    const found = counts.get(file) ?? new Map<string, number>();
    counts.set(file, found.set(what, (found.get(what) ?? 0) + 1));
  }
  for (const [file, what] of members) if (!counts.has(file)) counts.set(file, new Map([[what, 1]]));
  return Object.fromEntries(
    [...counts].map(([file, found]) => [file, [...found].map(([what, count]) => `${count} ${what}`).sort()]),
  );
}

describe("every recorded file", () => {
  const data = sharedData() ?? "";
  if (requirePart("shared", data !== "", "MEMOP_SHARED names no folder of recorded runs")) return;
  const folders = readdirSync(data, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const files = folders.flatMap((folder) =>
    readdirSync(join(data, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(data.length + 1)),
  );
  const found: Record<string, readonly string[]> = {};

  beforeAll(async () => {
    for (const folder of folders) Object.assign(found, await readFolder(data, folder));
    if (process.env.MEMOP_ACCEPT === undefined) return;
    const sorted = Object.fromEntries(files.sort().map((file) => [file, found[file] ?? []]));
    writeFileSync(expectation, `${JSON.stringify(sorted, null, 2)}\n`);
    Object.assign(expected, sorted);
  }, 300_000);

  test.each(files.sort())("%s is read as expected", (file) => {
    expect(found[file] ?? []).toEqual(expected[file]);
    expect(found[file] ?? []).not.toEqual([]);
  });

  test("no other file is expected", () => {
    expect(Object.keys(expected).sort()).toEqual(files.sort());
  });
});
