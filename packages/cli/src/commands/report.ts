import { openWorkspace, writeFileAtomic } from "@memop/core";
import type { CliCommand } from "../command.ts";
import { exitCodes } from "../command.ts";
import { pathOf } from "../option-values.ts";
import { printPlan } from "../print-plan.ts";
import { printResult } from "../print-result.ts";
import { buildReport } from "../report-pages/build-report.ts";

/** `memop report WS --out FILE.html`. */
export const reportCommand: CliCommand = {
  configure(parser) {
    parser
      .argument("<ws>", "workspace folder")
      .requiredOption("--out <file>", "HTML file to write: one page, nothing loaded from elsewhere")
      .option("--dry-run", "say what would be done, and write nothing")
      .option("--json", "print one JSON object")
      .addHelpText("after", "\nexample: memop report workspace --out report.html");
  },
  async run({ args, options }, io) {
    const workspace = openWorkspace(pathOf(args[0], "the workspace", io));
    const out = pathOf(options.out, "--out", io);
    if (options.dryRun === true) return printPlan(io, options, workspace, "report", { out });
    await writeFileAtomic(out, await buildReport(workspace));
    printResult(io, options, { out });
    return exitCodes.done;
  },
};
