import { once } from "node:events";
import { createWriteStream, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { sharedData } from "@memop/core/testing";

const SAMPLE = "adp/swe-gym_openhands_sampled_trajectories/sample_raw.json";

/**
 * Writes rows over and over under new ids until the file has `bytes`; returns how many.
 *
 * The rows are those of the given JSON list, else of the folder of real data, else made up.
 */
export async function writeRepeatedRows(file: string, bytes: number, rowsFile: string | undefined): Promise<number> {
  const rows = sampleRows(rowsFile);
  const stream = createWriteStream(file, { highWaterMark: 1 << 22 });
  let written = 0;
  let count = 0;
  while (written < bytes) {
    const row = rows[count % rows.length] as Record<string, unknown>;
    const line = `${JSON.stringify({ ...row, instance_id: `${row.instance_id}-${count}` })}\n`;
    written += Buffer.byteLength(line);
    count += 1;
    if (!stream.write(line)) await once(stream, "drain");
  }
  stream.end();
  await finished(stream);
  return count;
}

function sampleRows(rowsFile: string | undefined): Record<string, unknown>[] {
  const data = sharedData();
  const file = rowsFile ?? (data === null ? "" : join(data, SAMPLE));
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  return [madeUpRow(1), madeUpRow(2), madeUpRow(3)];
}

function madeUpRow(seed: number): Record<string, unknown> {
  const turn = (at: number): unknown[] => [
    { role: "assistant", content: `I look into file ${at}.\n${"x = compute(y)\n".repeat(seed * 20)}` },
    { role: "user", content: `OBSERVATION:\n${`line ${at} of the file\n`.repeat(seed * 40)}` },
  ];
  const messages = [
    { role: "user", content: "fix the bug" },
    ...Array.from({ length: 40 }, (_, at) => turn(at)).flat(),
  ];
  return { instance_id: `made__up-${seed}`, messages, resolved: seed % 2 === 0, model: "none" };
}
