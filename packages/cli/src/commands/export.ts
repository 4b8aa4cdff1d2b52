import { openWorkspace } from "@memop/core";
import { exportWorkspace, recipes, targets, writers } from "@memop/export";
import { loadTokenizer } from "@memop/tokens";
import type { CliCommand } from "../command.ts";
import { exitCodes } from "../command.ts";
import { pathOf, textOption, wholeNumber } from "../option-values.ts";
import { printPlan } from "../print-plan.ts";
import { printResult } from "../print-result.ts";

const names = (all: readonly { readonly name: string }[]): string => all.map((each) => each.name).join(", ");

/** `memop export WS --recipe R --target T --out DIR`. */
export const exportCommand: CliCommand = {
  configure(parser) {
    parser
      .argument("<ws>", "workspace folder")
      .requiredOption("--recipe <name>", `what a row is: ${names(recipes)}`)
      .requiredOption("--target <name>", `the trainer that reads it: ${names(targets)}`)
      .requiredOption("--out <dir>", "dataset folder; replaced as a whole")
      .option("--writer <name>", `file format: ${names(writers)}`, "jsonl")
      .option("--tokenizer <dir>", "folder with tokenizer.json; without it lengths are a stated estimate")
      .option("--max-prompt-tokens <n>", "longest prompt; longer trajectories are shortened", wholeNumber(1))
      .option("--seed <n>", "seed of splits", wholeNumber(0))
      .option("--dry-run", "say what would be done, and write nothing")
      .option("--json", "print one JSON object")
      .addHelpText("after", "\nexample: memop export workspace --recipe sft --target trl --out exports/sft-trl");
  },
  async run({ args, options }, io) {
    const workspace = openWorkspace(pathOf(args[0], "the workspace", io));
    const tokenizer = textOption(options, "tokenizer");
    const settings = {
      recipe: String(options.recipe),
      target: String(options.target),
      writer: String(options.writer),
      ...(options.maxPromptTokens === undefined ? {} : { maxPromptTokens: options.maxPromptTokens as number }),
      ...(options.seed === undefined ? {} : { seed: options.seed as number }),
    };
    const outDir = pathOf(options.out, "--out", io);
    if (options.dryRun === true) return printPlan(io, options, workspace, "export", { ...settings, outDir });
    const counter = tokenizer === null ? null : await loadTokenizer(pathOf(tokenizer, "--tokenizer", io));
    const result = await exportWorkspace(workspace, {
      ...settings,
      outDir,
      ...(counter === null ? {} : { tokenizer: counter }),
    });
    printResult(io, options, { ...result });
    return exitCodes.done;
  },
};
