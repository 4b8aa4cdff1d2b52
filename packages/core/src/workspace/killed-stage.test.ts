import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { twoTableStage } from "../testing/two-table-stage.ts";
import { runStage } from "./run-stage.ts";
import { readManifest } from "./workspace.ts";

/** Where a child process kills itself: at its nth rename or nth row. */
interface Death {
  readonly rename?: number;
  readonly row?: number;
}

/** Runs the stage in a process of its own, up to its death; gives the signal that it died of. */
async function dieAt(root: string, { rename = 0, row = 0 }: Death): Promise<string | null> {
  const script = join(import.meta.dirname, "../testing/run-stage-child.ts");
  const options = ["--import", "tsx", "--conditions=@memop/source", script, root, String(rename), String(row)];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, options, (error, _, errors) => {
      if (error === null || error.signal) resolve(error?.signal ?? null);
      else reject(new Error(errors));
    });
  });
}

/** All files with their content, and what the manifest says but for times. */
async function contentOf(root: string): Promise<unknown> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "manifest.json")
    .map((entry) => join(entry.parentPath, entry.name));
  const { stages } = await readManifest({ root });
  const records = Object.values(stages).map((stage) => ({ ...stage, startedAt: "", finishedAt: "" }));
  return [records, files.sort().map((file) => [file.slice(root.length), readFileSync(file, "base64")])];
}

// Renames: two tables, refusals, marker, the two tables to their places, refusals, manifest.
const deaths: readonly Death[] = [{ row: 3000 }, ...[1, 2, 4, 5, 6, 7, 8].map((rename) => ({ rename }))];

test("a stage that is killed at any step gives the same bytes when it is run again", async () => {
  const undisturbed = temporaryFolder();
  await runStage({ root: undisturbed }, twoTableStage());
  const expected = await contentOf(undisturbed);
  const pending = deaths.map((death) => ({ death, root: temporaryFolder() }));
  const next = async (): Promise<void> => {
    for (let each = pending.shift(); each !== undefined; each = pending.shift()) {
      const { death, root } = each;
      expect([death, await dieAt(root, death)]).toEqual([death, "SIGKILL"]);
      expect(existsSync(join(root, "lock"))).toBe(true);
      await runStage({ root }, twoTableStage());
      expect(await contentOf(root)).toEqual(expected);
    }
  };
  await Promise.all([next(), next()]);
});
