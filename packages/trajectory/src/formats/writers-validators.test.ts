import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { findPart, requirePart, sharedData } from "@memop/core/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Reading } from "../format.ts";
import { readTrajectories } from "../ingest/read-trajectories.ts";
import { anyReading } from "../testing/any-trajectory.ts";
import { loadFixtures } from "../testing/format-fixtures.ts";
import { formats } from "./index.ts";
import { trajectoryWriters } from "./writers.ts";

/** Every fixture of every format, and trajectories that only have in common that the schema allows them. */
const made: readonly Reading[] = [
  ...formats.flatMap((format) =>
    loadFixtures(new URL(`./${format.name}/fixtures/`, import.meta.url)).flatMap((fixture) =>
      format.readAll(fixture.records, fixture),
    ),
  ),
  ...fc.sample(anyReading, { numRuns: 200, seed: 7 }),
];

const adpScript = new URL("./adp/fixtures/validate.py", import.meta.url).pathname;
const validators: Readonly<Record<string, readonly string[]>> = {
  atif: [
    "-c",
    `
import sys
from harbor.models.trajectories import Trajectory
valid = 0
for number, line in enumerate(sys.stdin.buffer):
    try:
        Trajectory.model_validate_json(line)
        valid += 1
    except ValueError as error:
        print(number, str(error).replace("\\n", " ")[:500])
print(valid, "valid")
`,
  ],
  adp: [adpScript],
};

const python = findPart("python");
const hasModels = python !== null && canImport(python, "harbor.models.trajectories, pydantic");

describe.each(trajectoryWriters.filter(({ name }) => name in validators))("documents in $name", (writer) => {
  const part = requirePart("python", hasModels, "`npm run setup:python` makes .venv with the package harbor");
  if (part) return;

  function reportOn(readings: readonly Reading[], source = "runs/a.json"): readonly string[] {
    const lines = readings.map((reading) => JSON.stringify(writer.write(reading, source).document));
    const args = [...(validators[writer.name] ?? [])];
    const options = { input: lines.join("\n"), encoding: "utf8", maxBuffer: 1 << 28 } as const;
    return execFileSync(python as string, args, options)
      .trim()
      .split("\n");
  }

  test("are valid for every fixture and for any trajectory", () => {
    expect(reportOn(made)).toEqual([`${made.length} valid`]);
  });

  const data = sharedData() ?? "";
  if (requirePart("shared", data !== "", "MEMOP_SHARED names no folder of recorded runs")) return;
  const folders = readdirSync(data, { withFileTypes: true }).filter((entry) => entry.isDirectory());

  test.each(folders.map(({ name }) => name).sort())(
    "are valid for every run in %s",
    async (folder) => {
      let readings: Reading[] = [];
      const check = (): void => {
        if (readings.length > 0) expect(reportOn(readings)).toEqual([`${readings.length} valid`]);
        readings = [];
      };
      for await (const each of readTrajectories([join(data, folder)], "/")) {
        if (each.kind === "trajectory") readings.push(each);
        if (readings.length === 100) check();
      }
      check();
    },
    300_000,
  );
});

function canImport(executable: string, modules: string): boolean {
  try {
    execFileSync(executable, ["-c", `import ${modules}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
