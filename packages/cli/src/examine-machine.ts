import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { availableParallelism, freemem, totalmem } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { openDatabase } from "@memop/core";
import { tokenizerSupport } from "@memop/tokens";
import { loadShellParser } from "@memop/trajectory";
import type { Io } from "./io.ts";
import { byteText } from "./progress.ts";

const run = promisify(execFile);

/** One thing that memop can use. */
export interface MachinePart {
  readonly name: string;
  readonly found: boolean;
  /** True when nothing works without it. */
  readonly required: boolean;
  /** Its version when found, else how to get it. */
  readonly detail: string;
  /** What it is for. */
  readonly gives: string;
}

/** Looks for everything that memop needs or can use, by trying it. Never throws. */
export async function examineMachine(io: Io): Promise<MachinePart[]> {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const cores = availableParallelism();
  const part = async (
    name: string,
    gives: string,
    remedy: string,
    probe: () => Promise<string>,
    required = false,
  ): Promise<MachinePart> => {
    try {
      return { name, found: true, required, detail: await probe(), gives };
    } catch (error) {
      const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
      return { name, found: false, required, detail: `${remedy} (${reason})`, gives };
    }
  };
  return Promise.all([
    part("node", "everything", "install Node 20.19 or later", async () => nodeVersion(major, minor), true),
    part(
      "machine",
      "speed",
      "",
      async () => `${cores} cores, ${byteText(totalmem())} memory, ${byteText(freemem())} free`,
    ),
    part("duckdb", "tables of a workspace", "npm i @duckdb/node-api", duckdbVersion, true),
    part("tree-sitter", "edits in shell commands", "npm i web-tree-sitter @vscode/tree-sitter-wasm", shellParser, true),
    part("tokenizers", "exact token counts with --tokenizer", "npm i tokenizers", tokenizerSupport),
    part("git", "tasks from repositories", "install git", () => firstLine("git", ["--version"])),
    part("python", "external trainers and their checks", "run: npm run setup:python", () => python(io)),
    part("chromium", "looking at reports in tests", "apt-get install chromium", () =>
      firstLine("chromium", ["--version"]),
    ),
    part("bubblewrap", "sandboxed agent runs", "apt-get install bubblewrap", () => firstLine("bwrap", ["--version"])),
  ]);
}

function nodeVersion(major: number, minor: number): string {
  if (major > 20 || (major === 20 && minor >= 19)) return process.version;
  throw new Error(`found ${process.version}`);
}

async function duckdbVersion(): Promise<string> {
  const database = await openDatabase();
  try {
    const [row] = await database.all("SELECT version() AS version");
    return String(row?.version);
  } finally {
    database.close();
  }
}

async function shellParser(): Promise<string> {
  await loadShellParser();
  return "shell grammar loaded";
}

async function python(io: Io): Promise<string> {
  const file = join(io.workingFolder, ".venv", "bin", "python");
  if (!existsSync(file)) throw new Error(`no ${file}`);
  return firstLine(file, ["--version"]);
}

async function firstLine(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run(program, [...args], { timeout: 20_000 });
  return stdout.trim().split("\n")[0] ?? "";
}
