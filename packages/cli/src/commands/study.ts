import { MemopError, openWorkspace } from "@memop/core";
import type { CliCommand } from "../command.ts";
import { exitCodes } from "../command.ts";
import { collected, listOption, pathOf, textOption, wholeNumber } from "../option-values.ts";
import { readPublishedFigures } from "../published-figures.ts";
import { publishedRows, publishedText } from "../study/published-text.ts";
import { parseSystemColumns } from "../study/read-systems.ts";
import { runFailures } from "../study/run-failures.ts";
import { studyText } from "../study/study-text.ts";
import { studyWorkspace } from "../study/study-workspace.ts";

/** `memop study WS --axis AXIS` and `memop study failures WS`. */
export const studyCommand: CliCommand = {
  configure(parser) {
    parser
      .argument("<ws>", "workspace folder; or `failures`, to study where runs fail")
      .argument("[workspace]", "workspace folder after `failures`")
      .option(
        "--axis <name>",
        "what to compare: structure, demonstrations, insights, granularity, memory-model, stage, rl-algorithm, regime, agent, model, repository, condition",
      )
      .option("--published", "print the papers' figures beside these")
      .option("--systems-by <columns>", "what tells systems apart: condition, agent, model, run; default: found out")
      .option("--draws <n>", "random draws of tests and intervals", wholeNumber(100), 10_000)
      .option("--seed <n>", "seed of resampling and of the sample", wholeNumber(0), 0)
      .option("--sample <n>", "failures: how many to put on a sheet for people to label", wholeNumber(1))
      .option("--out <file>", "failures: the sheet to write, CSV")
      .option("--labels <file>", "failures: a sheet that was filled in; repeatable", collected)
      .option("--json", "print one JSON object")
      .addHelpText("after", "\nexample: memop study workspace --axis structure --published");
  },
  async run({ args, options }, io) {
    if (args[0] === "failures" && args[1] !== undefined) {
      return runFailures(openWorkspace(pathOf(args[1], "the workspace", io)), options, io);
    }
    if (args[1] !== undefined) throw new MemopError("BAD_USAGE", `unexpected argument "${args[1]}"`);
    const workspace = openWorkspace(pathOf(args[0], "the workspace", io));
    const axis = textOption(options, "axis");
    for (const name of ["sample", "out", "labels"]) {
      const isGiven = name === "labels" ? listOption(options, name).length > 0 : options[name] !== undefined;
      if (isGiven) {
        throw new MemopError("BAD_USAGE", `--${name} belongs to memop study failures`, {
          hint: `memop study failures ${workspace.root} --${name} …`,
        });
      }
    }
    const columns = textOption(options, "systemsBy");
    const study = await studyWorkspace(workspace, {
      axis: axis ?? "",
      seed: Number(options.seed),
      draws: Number(options.draws),
      systemColumns: columns === null ? null : parseSystemColumns(columns),
    });
    const published = options.published === true ? publishedRows(study.axis.name, readPublishedFigures()) : null;
    if (options.json === true) {
      const { axis: found, ...figures } = study;
      const beside = options.published === true ? { published } : {};
      io.out(`${JSON.stringify({ axis: found.name, metrics: found.metrics, ...figures, ...beside })}\n`);
    } else {
      io.out(studyText(study));
      if (options.published === true) io.out(publishedText(study.axis.name, published));
    }
    return exitCodes.done;
  },
};
