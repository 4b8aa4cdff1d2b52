import { join } from "node:path";
import { readManifest } from "@memop/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  chatRow,
  ingestOptions,
  tableHashes,
  taskRow,
  temporaryFolder,
  writeFiles,
} from "../testing/ingest-fixtures.ts";
import { ingest } from "./ingest.ts";

async function readAll(folder: string, root: string, paths: readonly string[]): Promise<void> {
  await ingest(root, ingestOptions(paths), { workingFolder: folder, partBytes: 2000 });
}

describe("files that changed since they were read", () => {
  test("are replaced, their neighbours stay: the tables are those of one call", async () => {
    const names = ["a.jsonl", "a.jsonl#b", "b#c.jsonl", "c.jsonl", "tasks.jsonl"];
    const contentOf = (name: string, version: number): string =>
      name === "tasks.jsonl"
        ? `${taskRow(`o__r-${version}`)}\n`
        : `${[1, 2].map((task) => chatRow(`o__r-${task}`, `${name} ${"x".repeat(version)}`)).join("\n")}\n{"broken`;
    await fc.assert(
      fc.asyncProperty(fc.subarray(names), fc.integer({ min: 1, max: 40 }), async (changed, version) => {
        const folder = temporaryFolder();
        const files = (versionOf: (name: string) => number): Record<string, string> =>
          Object.fromEntries(names.map((name) => [`in/${name}`, contentOf(name, versionOf(name))]));
        writeFiles(
          folder,
          files(() => 0),
        );
        const again = join(folder, "again");
        await readAll(folder, again, ["in"]);
        writeFiles(
          folder,
          files((name) => (changed.includes(name) ? version : 0)),
        );
        await readAll(folder, again, ["in"]);
        const once = join(folder, "once");
        await readAll(folder, once, ["in"]);
        expect(tableHashes(again)).toEqual(tableHashes(once));
        const counts = async (root: string) => (await readManifest({ root })).stages.ingest?.counts;
        expect(await counts(again)).toEqual(await counts(once));
      }),
      { numRuns: 8 },
    );
  });
});
