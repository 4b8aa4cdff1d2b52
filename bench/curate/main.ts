import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureProcess } from "../ingest/measure-process.ts";
import { measurePairing } from "./measure-pairing.ts";
import { writeCards } from "./write-cards.ts";

// Curates synthetic score cards: by default a million of them in a thousand memories, 500 tasks with two runs each, in twelve
// repositories. Prints one JSON object: seconds and peak memory of `memop curate`, and the seconds that pairing alone takes
// against one plain query in DuckDB that gives the same deltas.
const { values } = parseArgs({
  options: {
    memories: { type: "string", default: "1000" },
    tasks: { type: "string", default: "500" },
    runs: { type: "string", default: "2" },
    policy: { type: "string", default: "confident" },
    draws: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    folder: { type: "string" },
  },
});
const folder = mkdtempSync(join(values.folder ?? tmpdir(), "memop-bench-"));
const bin = join(import.meta.dirname, "..", "..", "packages/cli/src/bin.ts");
const memop = ["--conditions=@memop/source", "--import", import.meta.resolve("tsx"), bin];
try {
  const file = join(folder, "scores.parquet");
  const workspace = join(folder, "ws");
  const cards = await writeCards(file, {
    memories: Number(values.memories),
    tasks: Number(values.tasks),
    runs: Number(values.runs),
    seed: Number(values.seed),
  });
  await measureProcess(process.execPath, [...memop, "import", "scores", file, "--out", workspace]);
  const settings = ["--policy", values.policy, "--draws", values.draws, "--json"];
  const { seconds, peakMegabytes } = await measureProcess(process.execPath, [
    ...memop,
    "curate",
    workspace,
    ...settings,
  ]);
  const pairing = await measurePairing(workspace);
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? "unknown"}`;
  const { policy, memories, draws, seed } = values;
  const result = {
    machine,
    node: process.version,
    cards,
    memories: Number(memories),
    policy,
    draws: Number(draws),
    seed,
  };
  process.stdout.write(`${JSON.stringify({ ...result, seconds, peakMegabytes, ...pairing })}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
