import { MemopError, openWorkspace } from "@memop/core";
import { exportWorkspace, recipes, targets, writers } from "@memop/export";
import { loadTokenizer } from "@memop/tokens";
import { InvalidArgumentError } from "commander";
import type { CliCommand, Options } from "../command.ts";
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
      .option("--max-rows-per-memory <n>", "most rows of a memory that serves many tasks (default: 4)", wholeNumber(1))
      .option("--validation <share>", "share of rows for validation, 0 to 1 (default: by size)", shareOf)
      .option("--test <share>", "share of rows for test, 0 to 1 (default: by size)", shareOf)
      .option("--split-by <group>", "what is never torn apart: repository, task", "repository")
      .option("--seed <n>", "seed of sampling", wholeNumber(0))
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
      ...(options.maxRowsPerMemory === undefined ? {} : { maxRowsPerMemory: options.maxRowsPerMemory as number }),
      ...(options.validation === undefined && options.test === undefined ? {} : { splits: splitsOf(options) }),
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
    if (result.rows === 0) io.err(`nothing was exported: ${outDir}/refused.jsonl says why\n`);
    return exitCodes.done;
  },
};

function shareOf(text: string): number {
  const share = Number(text);
  if (text.trim() !== "" && share >= 0 && share < 1) return share;
  throw new InvalidArgumentError("expected a share of at least 0 and below 1.");
}

function splitsOf({ validation = 0, test = 0, splitBy }: Options): {
  validation: number;
  test: number;
  by: "repository" | "task";
} {
  if (splitBy === "repository" || splitBy === "task") {
    return { validation: validation as number, test: test as number, by: splitBy };
  }
  throw new MemopError("BAD_USAGE", `--split-by "${splitBy}" is not known`, { hint: "known: repository, task" });
}
