import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { checkout } from "../run-memop.ts";

const run = promisify(execFile);

test("the packed tarballs, installed in an empty folder, run the quickstart's commands", {
  timeout: 600_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "memop-packed-"));
  const tarballs = join(folder, "tarballs");
  const home = join(folder, "home");
  mkdirSync(tarballs);
  mkdirSync(home);
  await run("npm", ["pack", "--workspaces", "--silent", "--pack-destination", tarballs], { cwd: checkout });
  const files = readdirSync(tarballs).map((name) => join(tarballs, name));
  expect(files.length).toBe(readdirSync(join(checkout, "packages")).length);
  writeFileSync(join(home, "package.json"), JSON.stringify({ name: "home", private: true, type: "module" }));
  const install = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", ...files];
  await run("npm", install, { cwd: home, maxBuffer: 1 << 26 });

  const memop = async (...argv: string[]): Promise<Record<string, unknown>> => {
    const { stdout } = await run(process.execPath, [join(home, "node_modules/.bin/memop"), ...argv, "--json"], {
      cwd: home,
    });
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  const quickstart = join(checkout, "datasets/quickstart");
  const inputs = ["runs", "tasks.jsonl", "memories.jsonl", "conditions.jsonl"].map((name) => join(quickstart, name));
  const ingested = await memop("ingest", ...inputs, "--labels", "{condition}/{run}/*", "--out", "ws");
  expect(Number(ingested.used) + Number(ingested.refused)).toBe(ingested.read);
  expect(Number((await memop("score", "ws")).scored)).toBeGreaterThan(100);
  const curated = await memop("curate", "ws", "--by", "memory");
  expect(Number(curated.accepted)).toBeGreaterThan(0);
  expect(Number(curated.rejected)).toBeGreaterThan(0);
  expect(Number((await memop("reward", "ws")).rewards)).toBeGreaterThan(0);
  expect(
    Number((await memop("export", "ws", "--recipe", "sft", "--target", "trl", "--out", "sft")).rows),
  ).toBeGreaterThan(0);
  expect(await memop("report", "ws", "--out", "report.html", "--published")).toMatchObject({
    out: join(home, "report.html"),
    sections: expect.arrayContaining(["decisions", "published"]),
  });
});
