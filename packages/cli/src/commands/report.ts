import { openWorkspace, writeFileAtomic } from "@memop/core";
import type { CliCommand } from "../command.ts";
import { exitCodes } from "../command.ts";
import { collected, listOption, pathOf, textOption } from "../option-values.ts";
import { printPlan } from "../print-plan.ts";
import { printResult } from "../print-result.ts";
import { buildReport } from "../report-pages/build-report.ts";
import { parseSystemColumns } from "../study/read-systems.ts";

/** `memop report WS --out FILE.html`. */
export const reportCommand: CliCommand = {
  configure(parser) {
    parser
      .argument("<ws>", "workspace folder")
      .requiredOption("--out <file>", "HTML file to write: one page, nothing loaded from elsewhere")
      .option(
        "--system <name>",
        "a system whose resolved tasks are compared, repeatable; default: the six that resolved most",
        collected,
      )
      .option("--systems-by <columns>", "what tells systems apart: condition, agent, model, run; default: found out")
      .option("--published", "show the papers' figures beside these")
      .option("--dry-run", "say what would be done, and write nothing")
      .option("--json", "print one JSON object")
      .addHelpText("after", "\nexample: memop report workspace --out report.html");
  },
  async run({ args, options }, io) {
    const workspace = openWorkspace(pathOf(args[0], "the workspace", io));
    const out = pathOf(options.out, "--out", io);
    const columns = textOption(options, "systemsBy");
    const settings = {
      systems: listOption(options, "system"),
      systemColumns: columns === null ? null : parseSystemColumns(columns),
      isPublishedShown: options.published === true,
    };
    if (options.dryRun === true) return printPlan(io, options, workspace, "report", { out, ...settings });
    const { page, ...figures } = await buildReport(workspace, settings);
    await writeFileAtomic(out, page);
    printResult(io, options, options.json === true ? { out, ...figures } : { out });
    return exitCodes.done;
  },
};
