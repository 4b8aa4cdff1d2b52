import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { finished } from "node:stream/promises";
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
  const temporary = `${out}.tmp`;
  if (out !== null) await mkdir(dirname(out), { recursive: true });
  const stream = out === null ? null : createWriteStream(temporary);
  let converted = 0;
  try {
    for await (const each of readTrajectories(options.paths, options.workingFolder, options.format)) {
      options.signal.throwIfAborted();
      if (each.kind === "refused") {
        refusals.push(each);
        continue;
      }
      const written = writer.write(each.trajectory);
      converted += 1;
      for (const loss of new Set(written.losses.map(withoutCount))) losses[loss] = (losses[loss] ?? 0) + 1;
      if (stream !== null && !stream.write(`${JSON.stringify(written.document)}\n`)) {
        await once(stream, "drain");
      }
    }
    if (stream !== null && out !== null) {
      stream.end();
      await finished(stream);
      if (converted === 1) await writeIndented(temporary, out);
      else if (converted > 1) await rename(temporary, out);
    }
  } finally {
    stream?.destroy();
    if (out !== null) await rm(temporary, { force: true });
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
