import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Bytes of the input that the script converts: it is slow, and its speed does not depend on how much it reads. */
const BYTES = 100e6;

/** Megabytes a second of the pydantic script, start-up not counted; null where no Python with pydantic is. */
export function measurePydantic(input: string, folder: string, checkout: string): number | null {
  const own = join(checkout, ".venv", "bin", "python");
  const python = existsSync(own) ? own : "python3";
  if (spawnSync(python, ["-c", "import pydantic"]).status !== 0) return null;
  const script = join(import.meta.dirname, "pydantic_conversion.py");
  const run = spawnSync(python, [script, input, join(folder, "converted.jsonl"), String(BYTES)], { encoding: "utf8" });
  if (run.status !== 0) throw new Error(`${script} failed: ${run.stderr}`);
  const { bytes, seconds } = JSON.parse(run.stdout) as { bytes: number; seconds: number };
  return bytes / 1e6 / seconds;
}
