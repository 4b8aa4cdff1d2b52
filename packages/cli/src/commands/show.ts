import { openWorkspace, type Row } from "@memop/core";
import { openRepositories } from "@memop/trajectory";
import type { CliCommand } from "../command.ts";
import { exitCodes } from "../command.ts";
import { listOption, pathOf, textOption } from "../option-values.ts";
import { printResult } from "../print-result.ts";
import { showComparison } from "../show/show-comparison.ts";
import { parseTurnRange, stepsOfTurns } from "../show/turn-range.ts";
import { findTrajectory, summarizeWorkspace, trajectoriesOfTask } from "../show-workspace.ts";
import { textTable } from "../text-table.ts";
import { trajectoryText } from "../trajectory-text.ts";

/** `memop show WS [TRAJECTORY]`. */
export const showCommand: CliCommand = {
  configure(parser) {
    parser
      .argument("<ws>", "workspace folder")
      .argument("[trajectory]", "a trajectory's id, the start of one, or a task's id")
      .option("--full", "fold nothing: observations, long texts and edits as they are")
      .option("--turns <range>", "only these turns: 3..7, 3.., ..7 or 3; 0 is what comes before the first")
      .option("--compare <trajectory...>", "two trajectories side by side, from the turn in which they part")
      .option("--repos <dir>", "folder of git repositories: functions are then found in the sources themselves")
      .option("--no-pager", "print to standard output, also on a terminal; else $PAGER or less shows it")
      .option("--json", "print the summary, or the canonical record of the trajectory")
      .addHelpText("after", "\nexample: memop show workspace 7f9c2600 --turns 3..7");
  },
  async run({ args, options }, io) {
    const workspace = openWorkspace(pathOf(args[0], "the workspace", io));
    const compared = listOption(options, "compare");
    if (compared.length > 0) return showComparison(workspace, compared, options, io);
    const range = textOption(options, "turns");
    const turns = range === null ? null : parseTurnRange(range);
    if (args[1] === undefined) {
      printResult(io, options, await summarizeWorkspace(workspace));
      return exitCodes.done;
    }
    const name = String(args[1]);
    const ofTask = await trajectoriesOfTask(workspace, name);
    if (ofTask.length > 1) {
      io.out(options.json === true ? `${JSON.stringify(ofTask)}\n` : listed(ofTask, name));
      return exitCodes.done;
    }
    const found = await findTrajectory(workspace, name);
    if (options.json === true) {
      const { trajectory, json } = found;
      const part = { ...trajectory, steps: stepsOfTurns(trajectory.steps, turns) };
      io.out(`${turns === null ? json : JSON.stringify(part)}\n`);
      return exitCodes.done;
    }
    const repositories = options.repos === undefined ? null : openRepositories(pathOf(options.repos, "--repos", io));
    const textOptions = { isFull: options.full === true, colours: io.colours, turns, repositories };
    const text = await trajectoryText(found, textOptions).finally(() => repositories?.close());
    const isShown = options.pager !== false && io.page !== undefined && (await io.page(text));
    if (!isShown) io.out(text);
    return exitCodes.done;
  },
};

function listed(rows: readonly Row[], task: string): string {
  return `${textTable(rows)}${rows.length} trajectories of ${task}; show one by its id\n`;
}
