import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { checkout, runJson } from "../run-memop.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-interrupted-"));
const input = join(folder, "rows.jsonl");

beforeAll(async () => {
  // Builds, where that is still to be done.
  await ended(start(["--version"]));
  // About 80 MB: three parts, several blocks.
  const filler = "the quick brown fox jumps over the lazy dog. ".repeat(20);
  const lines: string[] = [];
  for (let row = 0; row < 1500; row += 1) {
    const turns = Array.from({ length: 25 }, (_, turn) => [
      { role: "assistant", content: `turn ${turn} of ${row}: ${filler}` },
      { role: "user", content: `${filler}${row * turn}` },
    ]).flat();
    const messages = [{ role: "user", content: `task ${row}` }, ...turns];
    lines.push(JSON.stringify({ instance_id: `o__r-${row}`, messages, resolved: row % 3 === 0 }));
    // Blank lines count as lines, broken ones are refused: both must come out the same from every thread.
    if (row % 400 === 7) lines.push("", `{"broken": ${row}`, "  ");
  }
  writeFileSync(input, `${lines.join("\n")}\n`);
});

/** Starts the built command, which reads in worker threads; the tests' own calls read in this thread. */
function start(argv: readonly string[]): ChildProcess {
  const program = join(checkout, "packages/cli/bin/memop.js");
  return spawn(process.execPath, [program, ...argv], { cwd: folder, stdio: "ignore" });
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  return new Promise((resolve) => child.once("exit", (code) => resolve(code)));
}

function hashes(root: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(parquet|jsonl)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    found[relative(root, file)] = createHash("sha256").update(readFileSync(file)).digest("hex");
  }
  return found;
}

async function waitFor(condition: () => boolean, child: ChildProcess): Promise<void> {
  for (let waited = 0; waited < 60_000 && child.exitCode === null; waited += 20) {
    if (condition()) return;
    await delay(20);
  }
}

describe("an ingestion that is interrupted or shared out", () => {
  const undisturbed = join(folder, "undisturbed");
  beforeAll(async () => {
    await runJson(["ingest", input, "--out", undisturbed], { workingFolder: folder });
  });

  test.each([1, 2])(
    "killed (SIGKILL) after part %i goes on with the same command to the same tables",
    async (parts) => {
      const root = join(folder, `killed-${parts}`);
      const child = start(["ingest", input, "--out", root]);
      const journal = join(root, ".stage", "ingest-read", "journal.jsonl");
      await waitFor(() => existsSync(journal) && readFileSync(journal, "utf8").split("\n").length > parts + 1, child);
      child.kill("SIGKILL");
      await ended(child);
      expect(existsSync(join(root, "manifest.json"))).toBe(false);
      expect(existsSync(join(root, "lock"))).toBe(true);
      const result = await runJson(["ingest", input, "--out", root], { workingFolder: folder });
      expect(result).toMatchObject({ read: 1504, used: 1500, refused: 4 });
      expect(hashes(root)).toEqual(hashes(undisturbed));
    },
  );

  test("ended by Ctrl-C has exit code 130 and goes on with the same command", async () => {
    const root = join(folder, "interrupted");
    const child = start(["ingest", input, "--out", root]);
    await waitFor(() => existsSync(join(root, ".stage", "ingest-read", "journal.jsonl")), child);
    child.kill("SIGINT");
    expect(await ended(child)).toBe(130);
    expect(existsSync(join(root, "lock"))).toBe(false);
    await runJson(["ingest", input, "--out", root], { workingFolder: folder });
    expect(hashes(root)).toEqual(hashes(undisturbed));
  });

  test("a second writer is turned away while the first is at work", async () => {
    const root = join(folder, "busy");
    const child = start(["ingest", input, "--out", root]);
    await waitFor(() => existsSync(join(root, "lock")), child);
    const second = start(["ingest", input, "--out", root]);
    expect(await ended(second)).toBe(2);
    expect(await ended(child)).toBe(0);
    expect(hashes(root)).toEqual(hashes(undisturbed));
  });

  test.each([1, 2, 3])("%i worker threads give the same tables byte for byte", async (workers) => {
    const root = join(folder, `workers-${workers}`);
    expect(await ended(start(["ingest", input, "--out", root, "--workers", String(workers)]))).toBe(0);
    expect(hashes(root)).toEqual(hashes(undisturbed));
  });

  test("shards of one large file, gathered, are the same tables byte for byte", async () => {
    const roots: string[] = [];
    for (const shard of [0, 1, 2]) {
      const root = join(folder, `shard-${shard}`);
      await runJson(["ingest", input, "--out", root, "--shard", `${shard}/3`], { workingFolder: folder });
      roots.push(root);
    }
    const gathered = join(folder, "gathered");
    await runJson(["gather", ...roots, "--out", gathered], { workingFolder: folder });
    expect(hashes(gathered)).toEqual(hashes(undisturbed));
  });
});
