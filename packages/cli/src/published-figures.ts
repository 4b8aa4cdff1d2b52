import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MemopError } from "@memop/core";
import { metricNames } from "@memop/metrics";
import * as z from "zod";

const Metrics = z.partialRecord(z.enum(metricNames), z.number());

const MemoryModels = z.strictObject({
  source: z.string(),
  unit: z.string(),
  tasks: z.int(),
  baselines: z.array(z.strictObject({ agent: z.string(), values: Metrics })),
  rows: z.array(
    z.strictObject({
      regime: z.string(),
      agent: z.string(),
      memory_model: z.string(),
      stage: z.string(),
      deltas: Metrics,
    }),
  ),
});
const Structures = z.strictObject({
  source: z.string(),
  unit: z.string(),
  tasks: z.int(),
  turns: z.int(),
  note: z.string(),
  rows: z.array(z.strictObject({ structure: z.string().nullable(), values: Metrics })),
});
const Figures = z.looseObject({
  source: z.string(),
  repositories: z.strictObject({
    agent: z.string(),
    memory_model: z.string(),
    repositories: z.int(),
    comparisons: z.int(),
    degraded: z.int(),
    largest_gain: z.strictObject({ sr: z.number(), la: z.number() }),
  }),
  granularity: z.array(
    z.strictObject({
      granularity: z.string(),
      sr: z.number(),
      overhead_percent: z.number().nullable(),
      factor: z.number().nullable(),
    }),
  ),
});
const Systems = z.looseObject({
  source: z.string(),
  rows: z.array(
    z.strictObject({
      system: z.string(),
      model: z.string().nullable(),
      benchmark: z.string(),
      pass_at_1: z.number(),
      cost_usd: z.number().nullable(),
    }),
  ),
});

/** What the two papers report, as datasets/published holds it. */
export interface PublishedFigures {
  readonly memoryModels: z.infer<typeof MemoryModels>;
  readonly structures: z.infer<typeof Structures>;
  readonly figures: z.infer<typeof Figures>;
  readonly systems: z.infer<typeof Systems>;
}

/** Reads the published figures that ship with the tool. Throws `NOT_FOUND` when they do not lie where they should. */
export function readPublishedFigures(): PublishedFigures {
  const folder = publishedFolder();
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), "utf8"));
  return {
    memoryModels: MemoryModels.parse(read("memop-memory-models.json")),
    structures: Structures.parse(read("memop-structures.json")),
    figures: Figures.parse(read("memop-figures.json")),
    systems: Systems.parse(read("experepair.json")),
  };
}

/** In `datasets/` in a checkout, beside the compiled code in a package. */
function publishedFolder(): string {
  const places = [
    join(import.meta.dirname, "..", "..", "..", "datasets", "published"),
    join(import.meta.dirname, "published"),
  ];
  const found = places.find((place) => existsSync(place));
  if (found !== undefined) return found;
  throw new MemopError("NOT_FOUND", `the published figures are not there: ${places.join(", ")}`, {
    hint: "install the package again, or call the tool from a whole checkout",
  });
}
