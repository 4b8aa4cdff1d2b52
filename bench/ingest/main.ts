import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Measured, measureProcess } from "./measure-process.ts";
import { measurePydantic } from "./measure-pydantic.ts";
import { writeVariedRows } from "./varied-rows.ts";

// Ingests one large JSONL file of chat rows with one worker and with as many as there are cores, and lets two peers do with
// it what they do: DuckDB copies it to zstd Parquet with one thread (it parses and writes as much, and understands nothing),
// a Python script validates each step with pydantic. Prints one JSON object: megabytes a second, ratios, peak memory.
// With --memory it ingests files of these sizes instead, and prints the peak memory of each.
const { values } = parseArgs({
  options: {
    megabytes: { type: "string", default: "2000" },
    repeats: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
    memory: { type: "string" },
    rows: { type: "string" },
    folder: { type: "string" },
  },
});
const folder = mkdtempSync(join(values.folder ?? tmpdir(), "memop-bench-"));
const input = join(folder, "rows.jsonl");
const checkout = join(import.meta.dirname, "..", "..");
const built = join(checkout, "packages/cli/dist/bin.js");
const seed = Number(values.seed);
const about = { machine: `${cpus().length} x ${cpus()[0]?.model ?? "unknown"}`, node: process.version, seed };

async function ingestOnce(workers: number | null): Promise<Measured> {
  const workspace = join(folder, "ws");
  const threads = workers === null ? [] : ["--workers", String(workers)];
  const measured = await measureProcess(process.execPath, [built, "ingest", input, "--out", workspace, ...threads]);
  if (!existsSync(join(workspace, "manifest.json"))) throw new Error("the ingestion wrote no workspace");
  rmSync(workspace, { recursive: true, force: true });
  return measured;
}

async function copyOnce(): Promise<Measured> {
  const parquet = join(folder, "peer.parquet");
  const flags = ["--conditions=@memop/source", "--import", import.meta.resolve("tsx")];
  const copy = join(import.meta.dirname, "duckdb-copy.ts");
  const measured = await measureProcess(process.execPath, [...flags, copy, input, parquet]);
  rmSync(parquet, { force: true });
  return measured;
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

async function speeds(): Promise<Record<string, unknown>> {
  const megabytes = Number(values.megabytes);
  const rows = await writeVariedRows(input, megabytes * 1e6, { rowsFile: values.rows, seed });
  const runs: { duckdb: Measured; one: Measured; all: Measured }[] = [];
  for (let repeat = 0; repeat < Number(values.repeats); repeat += 1) {
    // The parts of a run follow each other, so that other work on the machine slows all of them.
    runs.push({ duckdb: await copyOnce(), one: await ingestOnce(1), all: await ingestOnce(null) });
  }
  const pydantic = measurePydantic(input, folder, checkout);
  const mbPerSecond = (pick: (run: (typeof runs)[number]) => Measured): number =>
    megabytes / median(runs.map((run) => pick(run).seconds));
  const perGb = (pick: (run: (typeof runs)[number]) => Measured): number =>
    rounded((median(runs.map((run) => pick(run).cpuSeconds)) / megabytes) * 1000);
  const peakMb = (pick: (run: (typeof runs)[number]) => Measured): number =>
    Math.round(Math.max(...runs.map((run) => pick(run).peakMegabytes)));
  const ratio = median(runs.map((run) => run.duckdb.seconds / run.all.seconds));
  return {
    megabytes,
    rows,
    repeats: runs.length,
    mbPerSecond: {
      duckdb: rounded(mbPerSecond((run) => run.duckdb)),
      memopOneWorker: rounded(mbPerSecond((run) => run.one)),
      memop: rounded(mbPerSecond((run) => run.all)),
      pydantic: pydantic === null ? null : rounded(pydantic),
    },
    ratios: {
      memopToDuckdb: rounded(ratio),
      memopOneWorkerToDuckdb: rounded(median(runs.map((run) => run.duckdb.seconds / run.one.seconds))),
      allWorkersToOne: rounded(median(runs.map((run) => run.one.seconds / run.all.seconds))),
      memopToPydantic: pydantic === null ? null : rounded(mbPerSecond((run) => run.all) / pydantic),
    },
    cpuSecondsPerGb: {
      duckdb: perGb((run) => run.duckdb),
      memopOneWorker: perGb((run) => run.one),
      memop: perGb((run) => run.all),
    },
    peakMb: {
      duckdb: peakMb((run) => run.duckdb),
      memopOneWorker: peakMb((run) => run.one),
      memop: peakMb((run) => run.all),
    },
  };
}

async function memory(sizes: readonly number[]): Promise<Record<string, unknown>> {
  const peaks: Record<string, number> = {};
  for (const megabytes of sizes) {
    await writeVariedRows(input, megabytes * 1e6, { rowsFile: values.rows, seed });
    peaks[megabytes] = Math.round((await ingestOnce(null)).peakMegabytes);
    rmSync(input);
  }
  return { peakMbByMegabytes: peaks };
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}

try {
  // In a checkout the start script builds first. What is measured is what it builds, not its look whether it must.
  await measureProcess(process.execPath, [join(checkout, "packages/cli/bin/memop.js"), "--version"]);
  const measured = values.memory === undefined ? await speeds() : await memory(values.memory.split(",").map(Number));
  process.stdout.write(`${JSON.stringify({ ...about, ...measured })}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
