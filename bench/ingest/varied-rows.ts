import { once } from "node:events";
import { createWriteStream, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { createRandom, type Random } from "@memop/core";
import { sharedData } from "@memop/core/testing";

const SAMPLE = "adp/swe-gym_openhands_sampled_trajectories/sample_raw.json";
const ALPHABET = "abcdefghijklmnopqrstuvwxyz";

/**
 * Writes rows over and over under new ids until the file has `bytes`; returns how many.
 *
 * The rows are those of the given JSON list, else of the folder of real data, else made up. In each copy the letters of what
 * the tools replied, and of test logs, are exchanged by `seed`: no data set holds the same long texts a thousand times, which
 * a writer with a dictionary would store once.
 */
export async function writeVariedRows(
  file: string,
  bytes: number,
  { rowsFile, seed }: { readonly rowsFile: string | undefined; readonly seed: number },
): Promise<number> {
  const rows = sampleRows(rowsFile);
  const random = createRandom(seed);
  const stream = createWriteStream(file, { highWaterMark: 1 << 22 });
  let written = 0;
  let count = 0;
  while (written < bytes) {
    const row = varied(rows[count % rows.length] as SampleRow, random);
    const line = Buffer.from(`${JSON.stringify({ ...row, instance_id: `${row.instance_id}-${count}` })}\n`);
    written += line.length;
    count += 1;
    if (!stream.write(line)) await once(stream, "drain");
  }
  stream.end();
  await finished(stream);
  return count;
}

interface SampleRow {
  readonly instance_id: string;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly test_result?: unknown;
}

/** The row with other letters in its replies and logs; what the agent said stays, so that its calls are still read. */
function varied(row: SampleRow, random: Random): SampleRow {
  const exchanged = random.shuffle([...ALPHABET]);
  const code = Buffer.from(Array.from({ length: 256 }, (_, at) => at));
  for (const [at, letter] of exchanged.entries()) code[ALPHABET.charCodeAt(at)] = letter.charCodeAt(0);
  const text = (given: string): string => {
    const letters = Buffer.from(given);
    for (let at = 0; at < letters.length; at += 1) letters[at] = code[letters[at] as number] as number;
    return letters.toString();
  };
  const inside = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(inside);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, inside(field)]));
  };
  const messages = row.messages.map((message) =>
    message.role === "tool" || message.role === "user" ? { ...message, content: inside(message.content) } : message,
  );
  return { ...row, messages, ...("test_result" in row ? { test_result: inside(row.test_result) } : {}) };
}

function sampleRows(rowsFile: string | undefined): SampleRow[] {
  const data = sharedData();
  const file = rowsFile ?? (data === null ? "" : join(data, SAMPLE));
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  return [madeUpRow(1), madeUpRow(2), madeUpRow(3)];
}

function madeUpRow(seed: number): SampleRow {
  const turn = (at: number): SampleRow["messages"] => [
    { role: "assistant", content: `I look into file ${at}.\n${"x = compute(y)\n".repeat(seed * 20)}` },
    { role: "user", content: `OBSERVATION:\n${`line ${at} of the file\n`.repeat(seed * 40)}` },
  ];
  const messages = [
    { role: "user", content: "fix the bug" },
    ...Array.from({ length: 40 }, (_, at) => turn(at)).flat(),
  ];
  return { instance_id: `made__up-${seed}`, messages };
}
