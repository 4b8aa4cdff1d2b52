import { openWorkspace } from "@memop/core";
import { rewardWorkspace } from "@memop/reward";
import type { CliCommand } from "../command.ts";
import { exitCodes } from "../command.ts";
import { pathOf, textOption } from "../option-values.ts";
import { printPlan } from "../print-plan.ts";
import { printResult } from "../print-result.ts";

/** `memop reward WS`. */
export const rewardCommand: CliCommand = {
  configure(parser) {
    parser
      .argument("<ws>", "workspace folder")
      .option("--out <file>", "also write the table to a file: .parquet, else JSONL")
      .option("--force", "make the table again although nothing changed")
      .option("--dry-run", "say what would be done, and write nothing")
      .option("--json", "print one JSON object")
      .addHelpText("after", "\nexample: memop reward workspace --out rewards.jsonl");
  },
  async run({ args, options }, io) {
    const workspace = openWorkspace(pathOf(args[0], "the workspace", io));
    const out = textOption(options, "out");
    const settings = {
      ...(out === null ? {} : { out: pathOf(out, "--out", io) }),
      force: options.force === true,
    };
    if (options.dryRun === true) return printPlan(io, options, workspace, "reward", settings);
    const result = await rewardWorkspace(workspace, settings);
    // The table is always written: name it when no other file was asked for.
    printResult(io, options, { ...result, out: result.out ?? `${workspace.root}/rewards` });
    return exitCodes.done;
  },
};
