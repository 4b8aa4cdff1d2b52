import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureProcess } from "./measure-process.ts";
import { writeRepeatedRows } from "./repeated-rows.ts";

// Ingests one large JSONL file of chat rows, and lets DuckDB copy the same file to zstd Parquet with one thread: a peer that
// parses and writes as much, and understands nothing. Prints one JSON object: megabytes a second, their ratio, peak memory.
const { values } = parseArgs({
  options: {
    megabytes: { type: "string", default: "2000" },
    repeats: { type: "string", default: "1" },
    rows: { type: "string" },
    folder: { type: "string" },
  },
});
const folder = mkdtempSync(join(values.folder ?? tmpdir(), "memop-bench-"));
const input = join(folder, "rows.jsonl");
const checkout = join(import.meta.dirname, "..", "..");
const flags = ["--conditions=@memop/source", "--import", import.meta.resolve("tsx")];
try {
  const rows = await writeRepeatedRows(input, Number(values.megabytes) * 1e6, values.rows);
  const megabytes = Number(values.megabytes);
  // In a checkout the first call builds: that is not measured.
  await measureProcess(process.execPath, [join(checkout, "packages/cli/bin/memop.js"), "--version"]);
  const runs: { duckdb: number; memop: number; duckdbMb: number; memopMb: number }[] = [];
  for (let repeat = 0; repeat < Number(values.repeats); repeat += 1) {
    const parquet = join(folder, `peer-${repeat}.parquet`);
    const workspace = join(folder, `ws-${repeat}`);
    const peer = await measureProcess(process.execPath, [
      ...flags,
      join(import.meta.dirname, "duckdb-copy.ts"),
      input,
      parquet,
    ]);
    const memop = join(checkout, "packages/cli/bin/memop.js");
    const ours = await measureProcess(process.execPath, [memop, "ingest", input, "--out", workspace]);
    if (!existsSync(join(workspace, "manifest.json"))) throw new Error("the ingestion wrote no workspace");
    runs.push({
      duckdb: megabytes / peer.seconds,
      memop: megabytes / ours.seconds,
      duckdbMb: peer.peakMegabytes,
      memopMb: ours.peakMegabytes,
    });
    rmSync(workspace, { recursive: true, force: true });
    rmSync(parquet, { force: true });
  }
  const median = (pick: (run: (typeof runs)[number]) => number): number =>
    runs.map(pick).sort((a, b) => a - b)[Math.floor(runs.length / 2)] ?? Number.NaN;
  const result = {
    machine: `${cpus().length} x ${cpus()[0]?.model ?? "unknown"}`,
    node: process.version,
    megabytes,
    rows,
    repeats: runs.length,
    duckdbMbPerSecond: Number(median((run) => run.duckdb).toFixed(1)),
    memopMbPerSecond: Number(median((run) => run.memop).toFixed(1)),
    ratio: Number(median((run) => run.memop / run.duckdb).toFixed(2)),
    duckdbPeakMb: Math.round(median((run) => run.duckdbMb)),
    memopPeakMb: Math.round(median((run) => run.memopMb)),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
