import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { findPart, requirePart } from "@memop/core/testing";
import { describe, expect, test } from "vitest";
import type { Reading } from "../format.ts";
import { temporaryFolder, writeFiles } from "../testing/ingest-fixtures.ts";
import { readTrajectories } from "./read-trajectories.ts";

const fixtures = join(import.meta.dirname, "fixtures");

async function readFolder(paths: readonly string[], folder = fixtures) {
  const readings: Reading[] = [];
  const refused: string[] = [];
  for await (const each of readTrajectories(paths, folder)) {
    if (each.kind === "refused") refused.push(`${each.source}: ${each.reason}`);
    else readings.push({ trajectory: each.trajectory, outcome: each.outcome, task: each.task });
  }
  return { readings, refused };
}

const { readings: expected } = await readFolder(["rows.jsonl"]);

test("the rows as JSONL are two runs with tools, patches and outcomes", () => {
  expect(expected).toMatchObject([
    { trajectory: { taskId: "acme__kettle-1", limits: { turns: 30 } }, outcome: { resolved: true } },
    { trajectory: { taskId: "acme__kettle-2", finalPatch: "" }, outcome: { reason: "empty-patch" } },
  ]);
});

test.each(["rows.parquet", "rows.arrow"])(
  "%s of Hugging Face `datasets` gives the same runs as the JSONL",
  async (file) => {
    expect(await readFolder([file])).toEqual({ readings: expected, refused: [] });
  },
);

test("files that describe a data set are listed as such", async () => {
  const folder = temporaryFolder();
  cpSync(join(fixtures, "rows.arrow"), join(folder, "train/data-00000-of-00001.arrow"));
  writeFiles(folder, {
    "dataset_dict.json": '{"splits": ["train"]}',
    "train/state.json":
      '{"_data_files": [{"filename": "data-00000-of-00001.arrow"}], "_fingerprint": "a", "_split": null}',
    "train/dataset_info.json": '{"citation": "", "features": {"messages": {"_type": "Value", "dtype": "string"}}}',
  });
  expect(await readFolder(["."], folder)).toEqual({
    readings: expected,
    refused: ["dataset_dict.json", "train/dataset_info.json", "train/state.json"].map((file) => `${file}: description`),
  });
});

test("an Arrow file that was cut off is refused as damaged after the rows before the cut", async () => {
  const folder = temporaryFolder();
  cpSync(join(fixtures, "rows.arrow"), join(folder, "rows.arrow"));
  execFileSync("truncate", ["-s", "-6", join(folder, "rows.arrow")]);
  expect((await readFolder(["."], folder)).refused).toEqual(["rows.arrow:2: damaged-arrow"]);
});

const python = findPart("python");

describe("what the installed `datasets` writes", () => {
  if (requirePart("python", python !== null, "`npm run setup:python` makes .venv with datasets")) return;

  test("gives the same runs: Parquet, a saved data set, a copy of its shard", async () => {
    const folder = temporaryFolder();
    execFileSync(python as string, [join(fixtures, "write-rows.py"), folder], { stdio: "ignore" });
    const { readings, refused } = await readFolder(["."], folder);
    expect(readings).toEqual([...expected, ...expected, ...expected]);
    expect(refused.map((line) => line.replace(/^.*: /, ""))).toEqual(["description", "description", "description"]);
  }, 60_000);
});
