import { join } from "node:path";
import { type Io, main } from "@memop/cli";

/** Root folder of the checkout. */
export const checkout = join(import.meta.dirname, "..");

/** What a command line did. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs one command line in this process, in a given folder. */
export async function runMemop(argv: readonly string[], over: Partial<Io> = {}): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await main(argv, {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    workingFolder: checkout,
    environment: {},
    showsProgress: false,
    colours: false,
    signal: new AbortController().signal,
    ...over,
  });
  return { code, out: out.join(""), err: err.join("") };
}

/** Runs a command with `--json` that must succeed, and parses what it printed. */
export async function runJson<T = Record<string, unknown>>(
  argv: readonly string[],
  over: Partial<Io> = {},
): Promise<T> {
  const ran = await runMemop([...argv, "--json"], over);
  if (ran.code !== 0) throw new Error(`memop ${argv.join(" ")} ended with ${ran.code}: ${ran.err}${ran.out}`);
  return JSON.parse(ran.out) as T;
}
