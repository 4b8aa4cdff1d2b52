import { MemopError, openWorkspace, readManifest, type Workspace } from "@memop/core";
import { candidateKinds, curateWorkspace, planRollouts, policies, writePlan } from "@memop/curation";
import type { Shard } from "@memop/trajectory";
import type { CliCommand } from "../command.ts";
import { exitCodes } from "../command.ts";
import { curateSettings } from "../curate-settings.ts";
import { numberBetween } from "../number-option.ts";
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
      .option("--alpha <share>", "level of every test, one-sided", numberBetween(0, 0.5), 0.05)
      .option("--power <share>", "power that numbers of further pairs are made for", numberBetween(0.5, 1), 0.8)
      .option("--smallest-effect <points>", "mean of the ten deltas worth having", numberBetween(0, 100), 3)
      .option("--margin <points>", "how far a metric may fall (default: noise floor, else 10)", numberBetween(0, 100))
      .option("--draws <n>", "random draws of a test", wholeNumber(100), 10_000)
      .option("--plan <file>", "write the rollouts to run next: .csv, else JSON lines")
      .option("--seed <n>", "seed of resampling", wholeNumber(0), 0)
      .option("--force", "curate again although nothing changed")
      .option("--dry-run", "say what would be done, and write nothing")
      .option("--json", "print one JSON object")
      .addHelpText("after", "\nexample: memop curate workspace --policy sequential --plan next.jsonl");
  },
  async run({ args, options }, io) {
    const workspace = openWorkspace(pathOf(args[0], "the workspace", io));
    await checkScoresAreWhole(workspace);
    const settings = curateSettings(options);
    if (options.dryRun === true) return printPlan(io, options, workspace, "curate", { ...settings });
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
      const plan = textOption(options, "plan");
      if (plan === null) {
        printResult(io, options, { ...result });
        return exitCodes.done;
      }
      if (result.by === "trajectory")
        throw new MemopError("BAD_USAGE", "--plan needs an arm with memory, and there is none");
      const out = pathOf(plan, "the plan", io);
      const { baseline = "none", seed = 0 } = settings;
      const rows = await planRollouts(workspace, { baseline, by: result.by, seed });
      await writePlan(out, rows);
      printResult(io, options, { ...result, plan: { rows: rows.length, out } });
      return exitCodes.done;
    } finally {
      progress.stop();
    }
  },
};

/** Throws when the scores are one shard's: a verdict on part of the pairs would look like one on all of them. */
async function checkScoresAreWhole(workspace: Workspace): Promise<void> {
  const shard = (await readManifest(workspace)).stages.score?.config.shard as Shard | null | undefined;
  if (shard === null || shard === undefined || shard.count === 1) return;
  const { index, count } = shard;
  throw new MemopError("BAD_WORKSPACE", `${workspace.root} holds the scores of shard ${index}/${count} only`, {
    hint: "score each shard in a copy of the workspace, then join them with memop gather",
  });
}
