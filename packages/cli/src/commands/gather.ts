import type { CliCommand } from "../command.ts";
import { exitCodes } from "../command.ts";
import { gatherWorkspaces } from "../gather-workspaces.ts";
import { pathOf } from "../option-values.ts";
import { printResult } from "../print-result.ts";

/** `memop gather WS… --out WS`. */
export const gatherCommand: CliCommand = {
  configure(parser) {
    parser
      .argument("<ws...>", "workspaces made with --shard i/n of the same command")
      .requiredOption("--out <ws>", "workspace folder to make")
      .option("--dry-run", "say what would be joined, and write nothing")
      .option("--json", "print one JSON object")
      .addHelpText("after", "\nexample: memop gather shard-0 shard-1 shard-2 --out workspace");
  },
  async run({ args, options }, io) {
    const from = (args[0] as string[]).map((each) => pathOf(each, "a workspace", io));
    const root = pathOf(options.out, "--out", io);
    if (options.dryRun === true) {
      printResult(io, options, { dryRun: true, from, out: root });
      return exitCodes.done;
    }
    printResult(io, options, await gatherWorkspaces(from, root));
    return exitCodes.done;
  },
};
