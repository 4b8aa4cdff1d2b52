import type { Workspace } from "@memop/core";
import { exitCodes, type Options } from "./command.ts";
import type { Io } from "./io.ts";

/** Prints what a stage would do with which settings; for `--dry-run`. */
export function printPlan(
  io: Io,
  options: Options,
  workspace: Workspace,
  stage: string,
  settings: Readonly<Record<string, unknown>>,
): number {
  if (options.json === true)
    io.out(`${JSON.stringify({ dryRun: true, stage, workspace: workspace.root, settings })}\n`);
  else {
    io.out(`would run ${stage} on ${workspace.root}\n`);
    for (const [key, value] of Object.entries(settings)) io.out(`  ${key}: ${JSON.stringify(value)}\n`);
  }
  return exitCodes.done;
}
