import { MemopError, version } from "@memop/core";
import { CommanderError, Command as Parser } from "commander";
import { type CliCommand, exitCodes } from "./command.ts";
import { commandNamed, commands } from "./commands/index.ts";
import type { Io } from "./io.ts";
import { asSystemRefusal } from "./system-error.ts";

/** Runs one command line and returns its exit code; only `bin.ts` touches `process`. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  try {
    const [name, ...rest] = argv;
    if (name === undefined || name === "--help" || name === "-h" || name === "help") {
      if (name === "help" && rest[0] !== undefined) return await main([rest[0], "--help"], io);
      io[name === undefined ? "err" : "out"](overview());
      return name === undefined ? exitCodes.usage : exitCodes.done;
    }
    if (name === "--version" || name === "-V") {
      io.out(`${version}\n`);
      return exitCodes.done;
    }
    const command = await commandNamed(name).load();
    return await runCommand(name, command, rest, io);
  } catch (error) {
    return reportError(error, io);
  }
}

async function runCommand(name: string, command: CliCommand, argv: readonly string[], io: Io): Promise<number> {
  const parser = parserOf(name, command, io);
  try {
    parser.parse([...argv], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  }
  return command.run({ args: parser.processedArgs, options: parser.opts() }, io);
}

/** The parser of one command, writing to `io`. */
export function parserOf(name: string, command: CliCommand, io: Pick<Io, "out" | "err">): Parser {
  const { summary } = commandNamed(name);
  const parser = new Parser(`memop ${name}`)
    .description(summary)
    .exitOverride()
    .configureHelp({ helpWidth: 100 })
    .configureOutput({
      writeOut: (text) => io.out(text),
      writeErr: (text) => io.err(text),
      outputError: (text, write) => write(`${text.trim()}\nhint: memop ${name} --help\n`),
    })
    .helpOption("-h, --help", "show this help")
    .action(() => undefined);
  command.configure(parser);
  return parser;
}

function overview(): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  const lines = commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`);
  return `memop ${version}: curate what software-engineering agents learned, prove that it helps, train on what was proven.

usage: memop COMMAND [ARGUMENTS] [OPTIONS]

${lines.join("\n")}

Every command explains itself with --help, and prints one JSON object with --json.
Exit codes: 0 done, 1 a bug or a failed run, 2 bad usage or input, 3 a gate said no, 130 interrupted.

example: memop ingest runs/*.traj --tasks tasks.jsonl --out workspace
`;
}

function reportError(error: unknown, io: Io): number {
  if (io.signal.aborted || (error instanceof Error && error.name === "AbortError")) {
    io.err("interrupted: the same command goes on where it stopped\n");
    return exitCodes.interrupted;
  }
  const expected = error instanceof MemopError ? error : asSystemRefusal(error);
  if (expected !== null) {
    io.err(`error ${expected.code}: ${expected.message}\n`);
    if (expected.hint) io.err(`hint: ${expected.hint}\n`);
    return exitCodeOf(expected);
  }
  io.err(`error: this is a bug in memop ${version}\n${error instanceof Error ? error.stack : String(error)}\n`);
  return exitCodes.failed;
}

function exitCodeOf(error: MemopError): number {
  if (error.code === "GATE") return exitCodes.gate;
  if (error.code === "INTERRUPTED") return exitCodes.interrupted;
  return error.code === "RUN_FAILED" ? exitCodes.failed : exitCodes.usage;
}
