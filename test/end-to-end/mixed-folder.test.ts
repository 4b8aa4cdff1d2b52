import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { requirePart, sharedData } from "@memop/core/testing";
import { formats } from "@memop/trajectory";
import { afterAll, describe, expect, test } from "vitest";
import { checkout, runJson } from "../run-memop.ts";

/** What each recorded file is read as where it lies, as packages/trajectory/src/ingest/every-file.test.ts has found it. */
const expected = JSON.parse(
  readFileSync(join(checkout, "packages/trajectory/src/ingest/fixtures/every-file.json"), "utf8"),
) as Readonly<Record<string, readonly string[]>>;

/** Formats whose runs are files of their own: what they are read as may not depend on the files beside them. */
const ownFile: ReadonlySet<string> = new Set(
  formats.filter(({ scope }) => scope === "record" || scope === "file").map(({ name }) => name),
);

/** `5 adp` → `adp`, for formats of trajectories that are a file's own. */
function ownFormat(found: readonly string[]): string | null {
  const names = found.map((each) => each.replace(/^\d+ /, ""));
  return names.find((name) => ownFile.has(name)) ?? null;
}

describe("one folder with the runs of all agents", () => {
  const data = sharedData() ?? "";
  if (requirePart("shared", data !== "", "MEMOP_SHARED names no folder of recorded runs")) return;
  const folder = mkdtempSync(join(tmpdir(), "memop-mixed-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("is read file by file as each file alone, whatever lies beside it", async () => {
    const files = Object.keys(expected).filter((file) => !file.endsWith(".gz"));
    const formatOf = new Map<string, string | null>();
    mkdirSync(join(folder, "mixed"));
    for (const [number, file] of files.entries()) {
      const format = ownFormat(expected[file] ?? []);
      // Names that say nothing: numbers from the end of the list, so that neighbours are others than in the data.
      const name = format === null ? join("rest", file) : `${files.length - number}-${basename(file)}`;
      cpSync(join(data, file), join(folder, "mixed", name));
      formatOf.set(`mixed/${name}`, format);
    }
    await runJson(["ingest", "mixed", "--out", "ws"], { workingFolder: folder });
    const query = "select source_file, format, count(*) as n from trajectories group by all order by all";
    const rows = await runJson<{ source_file: string; format: string }[]>(["sql", "ws", query], {
      workingFolder: folder,
    });
    const read = new Map(rows.map(({ source_file, format }) => [source_file, format]));
    const wrong = [...read].filter(([file, format]) => (formatOf.get(file) ?? format) !== format);
    expect(wrong).toEqual([]);
    const refused = readFileSync(join(folder, "ws/refused/ingest.jsonl"), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as { source: string; reason: string });
    const duplicates = new Set(
      refused.filter(({ reason }) => reason === "duplicate").map(({ source }) => source.replace(/[:[~].*$/, "")),
    );
    const missing = [...formatOf].filter(
      ([file, format]) => format !== null && !read.has(file) && !duplicates.has(file),
    );
    expect(missing).toEqual([]);
  }, 300_000);
});
