import type { Command as Parser } from "commander";
import type { Io } from "./io.ts";

/** Options as the parser gives them: camelCase names. */
export type Options = Readonly<Record<string, unknown>>;

/** One command of `memop`. A command is a value in a file of its own, loaded when it is called. */
export interface CliCommand {
  /** Declares arguments, options and the example at the end of the help text. */
  configure(parser: Parser): void;
  /** Runs and returns the exit code. Throws `MemopError` for what the user can mend. */
  run(call: CommandCall, io: Io): Promise<number>;
}

/** A parsed command line. */
export interface CommandCall {
  /** Positional arguments; a variadic one is a list. */
  readonly args: readonly unknown[];
  readonly options: Options;
}

/** Exit codes: a contract with scripts. */
export const exitCodes = { done: 0, failed: 1, usage: 2, gate: 3, interrupted: 130 } as const;
