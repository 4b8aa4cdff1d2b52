import { ingest, parseShard } from "@memop/trajectory";
import type { CliCommand } from "../command.ts";
import { exitCodes } from "../command.ts";
import { collected, listOption, pathOf, textOption, wholeNumber } from "../option-values.ts";
import { previewInputs } from "../preview-inputs.ts";
import { printResult } from "../print-result.ts";
import { byteText, startProgress } from "../progress.ts";
import { pseudonymizerFor, withPseudonymOptions } from "../pseudonymizer-options.ts";

/** `memop ingest PATH… --out WS`. */
export const ingestCommand: CliCommand = {
  configure(parser) {
    parser
      .argument("<path...>", "files, folders, globs, .gz, .zst, .tar.gz, or - for standard input")
      .requiredOption("--out <ws>", "workspace folder; added to when it is there")
      .option("--format <name>", "the only trajectory format to expect; auto finds out by content", "auto")
      .option("--condition <label>", "arm of the rollouts; none is the baseline without memory", "none")
      .option("--run <label>", "label of the repeat")
      .option("--labels <pattern>", "read labels off paths, for example '{condition}/{run}/*'")
      .option("--tasks <file>", "task rows (repeatable); those among the paths are found anyway", collected)
      .option("--results <path>", "outcomes of all rollouts of this call (repeatable)", collected)
      .option("--memories <file>", "memory rows (repeatable)", collected)
      .option("--repos <dir>", "folder of git repositories: gold functions are then found in the sources themselves");
    withPseudonymOptions(parser)
      .option("--shard <i/n>", "read only share i of n, from 0; join them with memop gather")
      .option("--workers <n>", "threads that read (default: one per core)", wholeNumber(1))
      .option("--dry-run", "list what would be read, and write nothing")
      .option("--json", "print one JSON object")
      .addHelpText("after", "\nexample: memop ingest runs/*.traj --tasks tasks.jsonl --condition none --out workspace");
  },
  async run({ args, options }, io) {
    const format = textOption(options, "format");
    const shard = textOption(options, "shard");
    const ingestOptions = {
      paths: args[0] as string[],
      tasks: listOption(options, "tasks"),
      results: listOption(options, "results"),
      memories: listOption(options, "memories"),
      condition: textOption(options, "condition") ?? "none",
      run: textOption(options, "run"),
      labels: textOption(options, "labels"),
      format: format === "auto" ? null : format,
      shard: shard === null ? null : parseShard(shard),
      ...(options.repos === undefined ? {} : { repos: pathOf(options.repos, "--repos", io) }),
    };
    const root = pathOf(options.out, "--out", io);
    if (options.dryRun === true) return previewInputs(ingestOptions, options, io);
    const pseudonymizer = await pseudonymizerFor(options, root, io);
    const progress = startProgress(io, "read", byteText);
    try {
      const result = await ingest(root, ingestOptions, {
        workingFolder: io.workingFolder,
        signal: io.signal,
        ...(pseudonymizer === null ? {} : { pseudonymizer }),
        workers: options.workers as number | undefined,
        onProgress: ({ doneBytes, totalBytes }) => progress.update(doneBytes, totalBytes),
      });
      progress.stop();
      printResult(io, options, { ...result });
      if (result.refused > 0) io.err(`${result.refused} records were refused: see ${root}/refused/ingest.jsonl\n`);
      // A share of a shard may be empty.
      const isEmptyShare = shard !== null && result.read === 0;
      return result.used > 0 || result.known > 0 || isEmptyShare ? exitCodes.done : exitCodes.usage;
    } finally {
      progress.stop();
    }
  },
};
