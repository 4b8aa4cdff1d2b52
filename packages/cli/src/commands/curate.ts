import { MemopError, openWorkspace } from "@memop/core";
import { type CandidateKind, candidateKinds, curateWorkspace, policies } from "@memop/curation";
import type { CliCommand } from "../command.ts";
import { exitCodes } from "../command.ts";
import { pathOf, textOption, wholeNumber } from "../option-values.ts";
import { printPlan } from "../print-plan.ts";
import { printResult } from "../print-result.ts";
import { countText, startProgress } from "../progress.ts";

/** `memop curate WS`. */
export const curateCommand: CliCommand = {
  configure(parser) {
    parser
      .argument("<ws>", "workspace folder")
      .option("--baseline <label>", "condition without memory (default: none)")
      .option("--by <kind>", `what gets a verdict: ${candidateKinds.join(", ")} (default: by what the arms carry)`)
      .option("--policy <name>", `acceptance rule: ${policies.map((policy) => policy.name).join(", ")}`, "memop-strict")
      .option("--null-metrics <rule>", "what an undefined metric does: available, require-all", "available")
      .option("--redundant <rule>", "reward of a memory that changes nothing: zero, penalty", "zero")
      .option("--seed <n>", "seed of resampling", wholeNumber(0), 0)
      .option("--force", "curate again although nothing changed")
      .option("--dry-run", "say what would be done, and write nothing")
      .option("--json", "print one JSON object")
      .addHelpText("after", "\nexample: memop curate workspace --by condition --policy memop-strict");
  },
  async run({ args, options }, io) {
    const workspace = openWorkspace(pathOf(args[0], "the workspace", io));
    const baseline = textOption(options, "baseline");
    const by = textOption(options, "by");
    const settings = {
      ...(baseline === null ? {} : { baseline }),
      ...(by === null ? {} : { by: oneOf<CandidateKind>("--by", by, candidateKinds) }),
      policy: textOption(options, "policy") ?? "memop-strict",
      nullMetrics: oneOf("--null-metrics", String(options.nullMetrics), ["available", "require-all"] as const),
      redundant: oneOf("--redundant", String(options.redundant), ["zero", "penalty"] as const),
      seed: options.seed as number,
      force: options.force === true,
    };
    if (options.dryRun === true) return printPlan(io, options, workspace, "curate", settings);
    const progress = startProgress(io, "candidates", countText);
    try {
      const result = await curateWorkspace(workspace, {
        ...settings,
        onProgress(done, total) {
          io.signal.throwIfAborted();
          progress.update(done, total);
        },
      });
      progress.stop();
      printResult(io, options, { ...result });
      return exitCodes.done;
    } finally {
      progress.stop();
    }
  },
};

function oneOf<T extends string>(name: string, value: string, known: readonly T[]): T {
  const found = known.find((each) => each === value);
  if (found !== undefined) return found;
  throw new MemopError("BAD_USAGE", `${name} "${value}" is not known`, { hint: `known: ${known.join(", ")}` });
}
