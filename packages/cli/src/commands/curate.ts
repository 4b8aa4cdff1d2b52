import { MemopError, openWorkspace, readManifest, type Workspace } from "@memop/core";
import { curateWorkspace, planRollouts, writePlan } from "@memop/curation";
import type { Shard } from "@memop/trajectory";
import type { CliCommand } from "../command.ts";
import { exitCodes } from "../command.ts";
import { addCurateOptions } from "../curate-options.ts";
import { curateSettings, plannedSettings } from "../curate-settings.ts";
import { pathOf, textOption } from "../option-values.ts";
import { printPlan } from "../print-plan.ts";
import { printResult } from "../print-result.ts";
import { countText, startProgress } from "../progress.ts";

/** `memop curate WS`. */
export const curateCommand: CliCommand = {
  configure(parser) {
    addCurateOptions(parser)
      .option("--force", "curate again although nothing changed")
      .option("--dry-run", "say what would be done, and write nothing")
      .option("--json", "print one JSON object")
      .addHelpText("after", "\nexample: memop curate workspace --policy sequential --plan next.jsonl");
  },
  async run({ args, options }, io) {
    const workspace = openWorkspace(pathOf(args[0], "the workspace", io));
    await checkScoresAreWhole(workspace);
    const settings = await curateSettings(options, io);
    if (options.dryRun === true) return printPlan(io, options, workspace, "curate", plannedSettings(settings));
    const checks = startProgress(io, "runs checked", countText);
    const progress = startProgress(io, "candidates", countText);
    try {
      const result = await curateWorkspace(workspace, {
        ...settings,
        onCheck(done, total) {
          io.signal.throwIfAborted();
          checks.update(done, total);
        },
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
      const rows = await planRollouts(workspace, {
        baseline,
        by: result.by,
        seed,
        hygiene: settings.hygiene !== false,
      });
      await writePlan(out, rows);
      printResult(io, options, { ...result, plan: { rows: rows.length, out } });
      return exitCodes.done;
    } finally {
      settings.repositories?.close();
      checks.stop();
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
