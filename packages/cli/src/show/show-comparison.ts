import { MemopError, type Workspace } from "@memop/core";
import { exitCodes, type Options } from "../command.ts";
import type { Io } from "../io.ts";
import { findTrajectory } from "../show-workspace.ts";
import { compareRuns } from "./compare-runs.ts";
import { sideBySide } from "./side-by-side.ts";

/** Width of an output that is no terminal. */
const defaultWidth = 120;

/** `memop show WS --compare A B`: two runs side by side from where they part. */
export async function showComparison(
  workspace: Workspace,
  names: readonly string[],
  options: Options,
  io: Io,
): Promise<number> {
  const [first, second, more] = names;
  if (first === undefined || second === undefined || more !== undefined) {
    throw new MemopError("BAD_USAGE", `--compare takes two trajectories, got ${names.length}`, {
      hint: `memop show ${workspace.root} --compare ID ID`,
    });
  }
  const [a, b] = [await findTrajectory(workspace, first), await findTrajectory(workspace, second)];
  const comparison = await compareRuns(a, b);
  if (options.json === true) {
    io.out(`${JSON.stringify(comparison)}\n`);
    return exitCodes.done;
  }
  const width = io.terminalWidth ?? (Number(io.environment.COLUMNS) || defaultWidth);
  const text = sideBySide(a, b, comparison, { width, isFull: options.full === true });
  const isShown = options.pager !== false && io.page !== undefined && (await io.page(text));
  if (!isShown) io.out(text);
  return exitCodes.done;
}
