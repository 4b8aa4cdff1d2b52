import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createRandom, MemopError } from "@memop/core";
import { formatNamed, Outcome, type Reading, Task, Trajectory, type TrajectoryFormat } from "@memop/trajectory";
import { mutatedText } from "./mutated-text.ts";
import { formatsWithFixtures, type Seed, seedsOf } from "./seeds.ts";

// Gives each reader mutated records, and ends with status 1 at the first that is neither read soundly nor refused as it may be.
// Prints a line for each hundred records: whoever started it can tell a hang.

const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");
const { values } = parseArgs({
  options: {
    format: { type: "string", multiple: true },
    count: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    /** A folder of recorded runs, whose records are mutated beside the fixtures. */
    data: { type: "string" },
  },
});
const names = values.format ?? formatsWithFixtures(root);
for (const name of names) {
  const seeds = seedsOf(name, root, values.data ?? null);
  fuzz(formatNamed(name), seeds, Number(values.count), Number(values.seed));
}

function fuzz(format: TrajectoryFormat, seeds: readonly Seed[], count: number, seed: number): void {
  const random = createRandom(seed);
  const counts = { read: 0, refused: 0, unparsed: 0, unmatched: 0 };
  // Text that is no JSON any more never reaches a reader, nor do records that look like nothing known: they are made anew.
  for (let number = 0; counts.read + counts.refused < count && number < 20 * count; number += 1) {
    const from = seeds[random.integer(seeds.length)];
    if (from === undefined) throw new Error(`${format.name} has no fixtures`);
    const at = random.integer(from.texts.length);
    const texts = from.texts.map((text, index) => (index === at ? mutatedText(text, random) : text));
    counts[resultOf(format, texts, from.paths, `${format.name}, record ${number}, seed ${seed}`)] += 1;
    if (number % 100 === 99) process.stdout.write(`${format.name} ${number + 1}\n`);
  }
  if (counts.read + counts.refused < count)
    throw new Error(`${format.name}: too few records reach it: ${JSON.stringify(counts)}`);
  process.stdout.write(`${format.name} done ${JSON.stringify(counts)}\n`);
}

function resultOf(
  format: TrajectoryFormat,
  texts: readonly string[],
  paths: readonly string[],
  what: string,
): "read" | "refused" | "unparsed" | "unmatched" {
  let records: unknown[];
  try {
    records = texts.map((text) => JSON.parse(text));
  } catch {
    return "unparsed";
  }
  let isMatching = true;
  try {
    if (!records.every((record, at) => format.matches(record, { path: paths[at] ?? "" }))) return "unmatched";
    isMatching = false;
    for (const reading of format.readAll(records, { path: paths[0] ?? "", paths })) check(reading);
    return "read";
  } catch (error) {
    // Deep nesting may overflow the stack of a reading: ingestion refuses such a record. Looking at it may not.
    const isRefusal = (error instanceof MemopError && error.code === "BAD_RECORD") || error instanceof RangeError;
    if (isRefusal && !isMatching) return "refused";
    process.stderr.write(
      `${what}: ${error instanceof Error ? error.stack : String(error)}\n${texts.join("\n").slice(0, 4000)}\n`,
    );
    process.exit(1);
  }
}

function check({ trajectory, outcome, task }: Reading): void {
  Trajectory.parse(trajectory);
  if (outcome !== null) Outcome.parse(outcome);
  if (task !== null) Task.parse(task);
  // An escape behind an even number of backslashes: text that holds JSON has escapes of its own.
  if (/(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(JSON.stringify(trajectory))) throw new Error("a lone surrogate was kept");
}
