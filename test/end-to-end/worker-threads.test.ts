import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { tableHashes } from "../../packages/trajectory/src/testing/ingest-fixtures.ts";
import { checkout, runJson } from "../run-memop.ts";

const folder = mkdtempSync(join(tmpdir(), "memop-workers-"));
const filler = "the quick brown fox jumps over the lazy dog, naïve and → on. ".repeat(20);

function rows(name: string, count: number, turns: number): string {
  const lines = Array.from({ length: count }, (_, row) => {
    const messages = Array.from({ length: turns }, (_, turn) => [
      { role: "assistant", content: `turn ${turn} of ${name} ${row}: ${filler}` },
      { role: "user", content: `${filler}${row * turn}` },
    ]).flat();
    return JSON.stringify({ instance_id: `o__r-${row}`, messages, resolved: row % 3 === 0 });
  });
  return `${lines.join("\n")}\n`;
}

/** The built command, which reads in worker threads; the tests' own calls read in this thread. */
async function ingest(root: string, workers: number): Promise<number | null> {
  const program = join(checkout, "packages/cli/bin/memop.js");
  const argv = [program, "ingest", "in", "--out", root, "--workers", String(workers)];
  const child = spawn(process.execPath, argv, { cwd: folder, stdio: "ignore" });
  return new Promise((resolve) => child.once("exit", resolve));
}

// Files of all sizes around those that a thread writes alone, in an order in which small ones stand between large ones.
beforeAll(() => {
  mkdirSync(join(folder, "in", "small"), { recursive: true });
  for (let at = 0; at < 40; at += 1) writeFileSync(join(folder, "in", "small", `${at}.jsonl`), rows(`s${at}`, 3, 4));
  writeFileSync(join(folder, "in", "b-blocks.jsonl"), rows("blocks", 1200, 25));
  writeFileSync(join(folder, "in", "c-whole.jsonl"), rows("whole", 700, 25));
  writeFileSync(join(folder, "in", "d-packed.jsonl.gz"), gzipSync(rows("packed", 1000, 25)));
  writeFileSync(join(folder, "in", "e-broken.jsonl"), `${rows("last", 2, 2)}{"broken`);
  writeFileSync(
    join(folder, "in", "tasks.jsonl"),
    '{"instance_id":"o__r-1","repo":"o/r","base_commit":"c","patch":""}\n',
  );
});

test("inputs of many sizes give the same tables, whatever the number of worker threads", async () => {
  const alone = join(folder, "alone");
  const result = await runJson(["ingest", "in", "--out", alone, "--workers", "1"], { workingFolder: folder });
  expect(result).toMatchObject({ read: 3024, refused: 1 });
  for (const workers of [1, 2, 3]) {
    const root = join(folder, `workers-${workers}`);
    expect(await ingest(root, workers)).toBe(0);
    expect([workers, tableHashes(root)]).toEqual([workers, tableHashes(alone)]);
  }
});
