import { openWorkspace } from "@memop/core";
import type { CliCommand } from "../command.ts";
import { exitCodes } from "../command.ts";
import { pathOf } from "../option-values.ts";
import { printResult } from "../print-result.ts";
import { findTrajectory, summarizeWorkspace } from "../show-workspace.ts";
import { trajectoryText } from "../trajectory-text.ts";

/** `memop show WS [TRAJECTORY]`. */
export const showCommand: CliCommand = {
  configure(parser) {
    parser
      .argument("<ws>", "workspace folder")
      .argument("[trajectory]", "a trajectory's id, the start of one, or a task's id")
      .option("--full", "do not shorten observations")
      .option("--json", "print the summary, or the canonical record of the trajectory")
      .addHelpText("after", "\nexample: memop show workspace 7f9c2600");
  },
  async run({ args, options }, io) {
    const workspace = openWorkspace(pathOf(args[0], "the workspace", io));
    if (args[1] === undefined) {
      printResult(io, options, await summarizeWorkspace(workspace));
      return exitCodes.done;
    }
    const found = await findTrajectory(workspace, String(args[1]));
    if (options.json === true) io.out(`${found.json}\n`);
    else io.out(await trajectoryText(found, { isFull: options.full === true, colours: io.colours }));
    return exitCodes.done;
  },
};
