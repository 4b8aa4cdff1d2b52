import { createWriteStream } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { writeFileAtomic } from "@memop/core";
import { readTrajectories, type TrajectoryFormat, type TrajectoryWriter } from "@memop/trajectory";

/** What to convert. */
export interface ConvertOptions {
  readonly paths: readonly string[];
  readonly workingFolder: string;
  readonly format: TrajectoryFormat | null;
  readonly writer: TrajectoryWriter;
  /** File to write; null writes nothing. */
  readonly out: string | null;
  readonly signal: AbortSignal;
}

/** What was converted, and what the target format could not hold. */
export interface ConvertResult {
  readonly converted: number;
  readonly refused: number;
  /** What was lost, and in how many trajectories. */
  readonly losses: Readonly<Record<string, number>>;
  readonly out: string | null;
  readonly refusals: readonly { readonly source: string; readonly reason: string; readonly message: string }[];
}

/** Converts every trajectory under the paths, one at a time, into one file that appears when it is whole. */
export async function convertTrajectories(options: ConvertOptions): Promise<ConvertResult> {
  const { out, writer } = options;
  const losses: Record<string, number> = {};
  const refusals: ConvertResult["refusals"][number][] = [];
  let converted = 0;
  async function* lines(): AsyncGenerator<string> {
    for await (const each of readTrajectories(options.paths, options.workingFolder, options.format)) {
      options.signal.throwIfAborted();
      if (each.kind === "refused") {
        refusals.push(each);
        continue;
      }
      const written = writer.write(each.trajectory);
      converted += 1;
      for (const loss of new Set(written.losses.map(withoutCount))) losses[loss] = (losses[loss] ?? 0) + 1;
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
      if (converted === 1) await writeIndented(temporary, out);
      else if (converted > 1) await rename(temporary, out);
    } finally {
      // Only what this call made: the stream has no file when it could not be opened.
      if (!stream.pending) await rm(temporary, { force: true });
    }
  }
  return { converted, refused: refusals.length, losses, out: converted > 0 ? out : null, refusals };
}

/** A single document is for people too. */
async function writeIndented(from: string, to: string): Promise<void> {
  await writeFileAtomic(to, `${JSON.stringify(JSON.parse(await readFile(from, "utf8")), null, 2)}\n`);
}

/** `steps.edits (3)` → `steps.edits`. */
function withoutCount(loss: string): string {
  return loss.replace(/ \(\d+\)$/, "");
}
