import { createWriteStream } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { writeFileAtomic } from "@memop/core";
import { readTrajectories, type TrajectoryFormat, type TrajectoryWriter, trainedOnce } from "@memop/trajectory";

/** What to convert. */
export interface ConvertOptions {
  readonly paths: readonly string[];
  readonly workingFolder: string;
  readonly format: TrajectoryFormat | null;
  readonly writer: TrajectoryWriter;
  /** File to write; null writes nothing. */
  readonly out: string | null;
  readonly signal: AbortSignal;
  /** Called for each record that could not be used, when it is met. */
  onRefused(refusal: RefusedRecord): void;
}

/** A record that could not be used, and why. */
export interface RefusedRecord {
  readonly source: string;
  readonly reason: string;
  readonly message: string;
}

/** What was converted, and what the target format could not hold. */
export interface ConvertResult {
  readonly converted: number;
  readonly refused: number;
  /** What the target's own fields could not hold, and in how many trajectories. */
  readonly losses: Readonly<Record<string, number>>;
  /** Those of the losses that our own reader finds in the file all the same, and in how many trajectories. */
  readonly keptAside: Readonly<Record<string, number>>;
  /** Where in the file that is; null when nothing is kept aside. */
  readonly keptAsideIn: string | null;
  readonly out: string | null;
}

/**
 * Converts every trajectory under the paths, one at a time, into one file that appears when it is whole. Steps that branches
 * of a search tree share are trained on in the first of them, where the target can say so.
 */
export async function convertTrajectories(options: ConvertOptions): Promise<ConvertResult> {
  const { out, writer } = options;
  const losses: Record<string, number> = {};
  const keptAside: Record<string, number> = {};
  const trained = new Set<string>();
  let converted = 0;
  let refused = 0;
  async function* lines(): AsyncGenerator<string> {
    for await (const each of readTrajectories(options.paths, options.workingFolder, options.format)) {
      options.signal.throwIfAborted();
      if (each.kind === "refused") {
        refused += 1;
        options.onRefused(each);
        continue;
      }
      const written = writer.write(writer.marksUntrained ? trainedOnce(each, each.source, trained) : each, each.source);
      converted += 1;
      countEach(losses, written.losses);
      countEach(keptAside, written.keptAside);
      yield `${JSON.stringify(written.document)}\n`;
    }
  }
  if (out === null) for await (const _ of lines());
  else {
    const temporary = `${out}.tmp`;
    await mkdir(dirname(out), { recursive: true });
    const stream = createWriteStream(temporary);
    try {
      await pipeline(lines, stream);
      if (converted === 1 && !writer.isLines) await writeIndented(temporary, out);
      else if (converted > 0) await rename(temporary, out);
    } finally {
      // Only what this call made: the stream has no file when it could not be opened.
      if (!stream.pending) await rm(temporary, { force: true });
    }
  }
  return {
    converted,
    refused,
    losses,
    keptAside,
    keptAsideIn: Object.keys(keptAside).length === 0 ? null : writer.keepsRestIn,
    out: converted > 0 ? out : null,
  };
}

/** A single document is for people too. */
async function writeIndented(from: string, to: string): Promise<void> {
  await writeFileAtomic(to, `${JSON.stringify(JSON.parse(await readFile(from, "utf8")), null, 2)}\n`);
}

/** Counts each kind of loss once for its trajectory. */
function countEach(counts: Record<string, number>, losses: readonly string[]): void {
  for (const loss of new Set(losses.map(withoutCount))) counts[loss] = (counts[loss] ?? 0) + 1;
}

/** `steps.edits (3)` → `steps.edits`. */
function withoutCount(loss: string): string {
  return loss.replace(/ \(\d+\)$/, "");
}
