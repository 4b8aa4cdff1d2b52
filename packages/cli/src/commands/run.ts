import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { writeFileAtomic } from "@memop/core";
import { plannedStages, runPipeline } from "@memop/pipeline";
import { stringify } from "yaml";
import type { CliCommand } from "../command.ts";
import { exitCodes } from "../command.ts";
import { loadPipeline } from "../load-pipeline.ts";
import { collected, listOption, textOption } from "../option-values.ts";
import { checkStageOptions, stageFunctions } from "../pipeline-stages.ts";
import { resultLine } from "../print-result.ts";

/** `memop run PIPELINE.yaml`. */
export const runCommand: CliCommand = {
  configure(parser) {
    parser
      .argument("<config...>", "pipeline files; later ones win")
      .option("--set <key=value>", "set a value of the pipeline, or of a step: score.budget=30 (repeatable)", collected)
      .option("--from <id>", "begin with this step")
      .option("--only <id>", "run this step alone (repeatable)", collected)
      .option("--dry-run", "list the steps, and run nothing")
      .option("--json", "print one JSON object")
      .addHelpText("after", "\nexample: memop run configs/pipelines/quickstart.yaml");
  },
  async run({ args, options }, io) {
    const files = (args[0] as string[]).map((file) => resolve(io.workingFolder, file));
    const pipeline = await loadPipeline(files, listOption(options, "set"));
    const from = textOption(options, "from");
    const only = listOption(options, "only");
    const selection = { ...(from === null ? {} : { from }), ...(only.length === 0 ? {} : { only }) };
    const isJson = options.json === true;
    await checkStageOptions(plannedStages(pipeline, selection), pipeline.workspace);
    if (options.dryRun === true) {
      const steps = plannedStages(pipeline, selection);
      io.out(
        isJson
          ? `${JSON.stringify(steps)}\n`
          : steps.map((step) => `${step.selected ? "run " : "skip"}  ${step.id}\n`).join(""),
      );
      return exitCodes.done;
    }
    const done = await runPipeline(pipeline, stageFunctions(io), {
      ...selection,
      signal: io.signal,
      onStage: (report) => {
        if (isJson || report.status === "started") return;
        const head = `[${report.position}/${report.total}] ${report.id}`;
        if (report.status === "skipped") io.out(`${head}: skipped\n`);
        else if (report.result !== undefined) io.out(`${head}: ${resultLine(report.result)}\n`);
      },
    });
    if (pipeline.workspace !== undefined) {
      const folder = resolve(io.workingFolder, pipeline.workspace);
      await mkdir(folder, { recursive: true });
      await writeFileAtomic(join(folder, "pipeline.yaml"), stringify(pipeline));
      if (!isJson) io.out(`workspace: ${folder}\n`);
    }
    if (isJson) io.out(`${JSON.stringify(done)}\n`);
    return exitCodes.done;
  },
};
