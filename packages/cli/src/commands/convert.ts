import { MemopError } from "@memop/core";
import { formatNamed, trajectoryWriters } from "@memop/trajectory";
import type { CliCommand } from "../command.ts";
import { exitCodes } from "../command.ts";
import { convertTrajectories } from "../convert-trajectories.ts";
import { pathOf, textOption } from "../option-values.ts";
import { printResult } from "../print-result.ts";

const names = trajectoryWriters.map((writer) => writer.name);

/** `memop convert PATH… --to FORMAT --out FILE`. */
export const convertCommand: CliCommand = {
  configure(parser) {
    parser
      .argument("<path...>", "files, folders or globs with trajectories of any known format")
      .requiredOption("--to <format>", `format to write: ${names.join(", ")}`)
      .option("--out <file>", "file to write: JSONL; one ATIF or ADP trajectory is an indented document")
      .option("--format <name>", "the only trajectory format to expect; auto finds out by content", "auto")
      .option("--dry-run", "say what would be converted and lost, and write nothing")
      .option("--json", "print one JSON object")
      .addHelpText("after", "\nexample: memop convert run.traj --to atif --out run.atif.json");
  },
  async run({ args, options }, io) {
    const writer = trajectoryWriters.find((each) => each.name === options.to);
    if (writer === undefined) {
      throw new MemopError("BAD_USAGE", `--to "${options.to}" is not known`, { hint: `known: ${names.join(", ")}` });
    }
    const format = textOption(options, "format");
    const result = await convertTrajectories({
      paths: args[0] as string[],
      workingFolder: io.workingFolder,
      format: format === null || format === "auto" ? null : formatNamed(format),
      writer,
      out: options.dryRun === true ? null : pathOf(options.out, "--out", io),
      signal: io.signal,
      onRefused: ({ source, reason, message }) => io.err(`refused ${source}: ${reason}: ${message}\n`),
    });
    printResult(io, options, { ...result });
    return result.converted > 0 ? exitCodes.done : exitCodes.usage;
  },
};
