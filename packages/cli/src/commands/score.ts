import { MemopError, openWorkspace, tableFiles } from "@memop/core";
import { type CompatMode, compatModes, scoreWorkspace } from "@memop/metrics";
import { openRepositories, parseShard } from "@memop/trajectory";
import type { CliCommand } from "../command.ts";
import { exitCodes } from "../command.ts";
import { pathOf, textOption, wholeNumber } from "../option-values.ts";
import { printPlan } from "../print-plan.ts";
import { printResult } from "../print-result.ts";
import { countText, startProgress } from "../progress.ts";

/** `memop score WS`. */
export const scoreCommand: CliCommand = {
  configure(parser) {
    parser
      .argument("<ws>", "workspace folder")
      .option("--budget <turns>", "turn budget T of every rollout; default: each run's own limit", wholeNumber(1))
      .option("--compat <name>", `reproduce another evaluator: ${compatModes.join(", ")}`)
      .option("--repos <dir>", "folder of git repositories: functions are then found in the sources themselves")
      .option("--shard <i/n>", "score only share i of n of the tasks")
      .option("--force", "score again although nothing changed, every rollout")
      .option("--workers <n>", "threads that score (default: one per core)", wholeNumber(1))
      .option("--dry-run", "say what would be done, and write nothing")
      .option("--json", "print one JSON object")
      .addHelpText("after", "\nexample: memop score workspace --budget 20");
  },
  async run({ args, options }, io) {
    const workspace = openWorkspace(pathOf(args[0], "the workspace", io));
    if (tableFiles(workspace, "trajectories").length === 0) {
      throw new MemopError("BAD_WORKSPACE", `${workspace.root} holds no trajectories to score`, {
        hint: "imported score cards need no scoring: go on with memop curate",
      });
    }
    const compat = compatOf(textOption(options, "compat"));
    const shard = textOption(options, "shard");
    const settings = {
      ...(options.budget === undefined ? {} : { budget: options.budget as number }),
      ...(compat === null ? {} : { compat }),
      ...(shard === null ? {} : { shard: parseShard(shard) }),
      force: options.force === true,
    };
    if (options.dryRun === true) return printPlan(io, options, workspace, "score", settings);
    const repositories = options.repos === undefined ? null : openRepositories(pathOf(options.repos, "--repos", io));
    const progress = startProgress(io, "scored", countText);
    try {
      const result = await scoreWorkspace(workspace, {
        ...settings,
        ...(repositories === null ? {} : { repositories }),
        ...(options.workers === undefined ? {} : { workers: options.workers as number }),
        onProgress(done, total) {
          io.signal.throwIfAborted();
          progress.update(done, total);
        },
      });
      progress.stop();
      printResult(io, options, { ...result });
      return exitCodes.done;
    } finally {
      repositories?.close();
      progress.stop();
    }
  },
};

function compatOf(name: string | null): CompatMode | null {
  const found = compatModes.find((mode) => mode === name);
  if (name === null || found !== undefined) return found ?? null;
  throw new MemopError("BAD_USAGE", `--compat "${name}" is not known`, { hint: `known: ${compatModes.join(", ")}` });
}
