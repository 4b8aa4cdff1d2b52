import { MemopError } from "@memop/core";
import type { PlannedStage, StageFunction } from "@memop/pipeline";
import type { Command as Parser } from "commander";
import { type CliCommand, exitCodes } from "./command.ts";
import { commandNamed } from "./commands/index.ts";
import type { Io } from "./io.ts";
import { parserOf } from "./main.ts";

/** Commands that may be a stage of a pipeline. Each takes its own options, written as in the command line. */
const stageNames = ["ingest", "import", "score", "curate", "reward", "export", "report"] as const;

/**
 * Stages as functions: a stage is its command, called with the options of the pipeline as flags.
 *
 * `maxPromptTokens: 4000` is `--max-prompt-tokens 4000`, `true` a flag alone, a list a repeated flag; `paths` (ingest) and
 * `table` and `file` (import) are the positional arguments. The pipeline's workspace stands where the command wants one.
 */
export function stageFunctions(io: Io): Record<string, StageFunction> {
  return Object.fromEntries(
    stageNames.map((name) => [
      name,
      async (options, context) => {
        const command = await commandNamed(name).load();
        return runStageCommand(name, command, argumentsOf(name, options, context.workspace), io);
      },
    ]),
  );
}

/** Throws `BAD_CONFIG`, naming the step, when an option of a selected step is none of its command. */
export async function checkStageOptions(steps: readonly PlannedStage[], workspace: string | undefined): Promise<void> {
  for (const step of steps) {
    const known = stageNames.find((name) => name === step.stage);
    if (!step.selected || known === undefined) continue;
    const command = await commandNamed(known).load();
    parseStage(step.id, known, command, argumentsOf(known, step.options, workspace));
  }
}

/** Builds the argument list of a stage's command. Throws `BAD_CONFIG` when no workspace is named. */
export function argumentsOf(
  name: string,
  options: Readonly<Record<string, unknown>>,
  workspace: string | undefined,
): string[] {
  const {
    workspace: own,
    paths = [],
    table,
    file,
    ...flags
  } = options as Record<string, unknown> & { paths?: unknown };
  const root = typeof own === "string" ? own : workspace;
  if (root === undefined) {
    throw new MemopError("BAD_CONFIG", `stage ${name} has no workspace`, { hint: "set workspace: at the top" });
  }
  const takesOut = name === "ingest" || name === "import";
  const positional = takesOut ? [...(table === undefined ? [] : [table, file]), ...listOf(paths)].map(String) : [root];
  const all = takesOut ? { ...flags, out: root } : flags;
  return [...positional, ...Object.entries(all).flatMap(([key, value]) => flagOf(key, value)), "--json"];
}

function flagOf(key: string, value: unknown): string[] {
  const flag = `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (value === true) return [flag];
  if (value === false || value === null) return [];
  return listOf(value).flatMap((each) => [flag, String(each)]);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** Parses a stage's options as its command's flags. Throws `BAD_CONFIG`, naming the step. */
function parseStage(id: string, name: string, command: CliCommand, argv: readonly string[]): Parser {
  const complaints: string[] = [];
  const parser = parserOf(name, command, { out: () => undefined, err: (text) => void complaints.push(text) });
  try {
    parser.parse([...argv], { from: "user" });
  } catch (cause) {
    const problem =
      complaints
        .join("")
        .split("\n")[0]
        ?.replace(/^error: /, "") ?? "bad options";
    throw new MemopError("BAD_CONFIG", `step ${id}: ${problem}`, {
      hint: `its options are those of memop ${name} --help, in camel case`,
      cause,
    });
  }
  return parser;
}

async function runStageCommand(
  name: string,
  command: CliCommand,
  argv: string[],
  io: Io,
): Promise<Record<string, unknown>> {
  const printed: string[] = [];
  const inner: Io = { ...io, out: (text) => void printed.push(text) };
  const parser = parseStage(name, name, command, argv);
  const code = await command.run({ args: parser.processedArgs, options: parser.opts() }, inner);
  const result = JSON.parse(printed.join("") || "{}") as Record<string, unknown>;
  if (code === exitCodes.done) return result;
  throw new MemopError("RUN_FAILED", `${name} ended with exit code ${code}: ${JSON.stringify(result)}`);
}
