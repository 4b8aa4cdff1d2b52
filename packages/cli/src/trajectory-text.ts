import { editsAtCommit, loadShellParser, type Repositories, turnsOf } from "@memop/trajectory";
import { editLines } from "./show/edit-lines.ts";
import { goldLocations } from "./show/gold-locations.ts";
import { painter } from "./show/paint.ts";
import { stepLines } from "./show/step-lines.ts";
import { stepsOfTurns, type TurnRange } from "./show/turn-range.ts";
import { usageLine } from "./show/usage-line.ts";
import type { StoredTrajectory } from "./show-workspace.ts";

/** How a trajectory is shown. */
export interface TrajectoryTextOptions {
  /** Nothing is folded. */
  readonly isFull: boolean;
  readonly colours: boolean;
  /** The turns to show; null or absent: all. */
  readonly turns?: TurnRange | null;
  /** Repositories in which the functions of edits are looked up; null or absent: what the run has shown tells. */
  readonly repositories?: Repositories | null;
}

/** A trajectory as a person reads it: turns, folded observations, edits as diffs, and where the gold places were found. */
export async function trajectoryText(
  stored: StoredTrajectory,
  { isFull, colours, turns = null, repositories = null }: TrajectoryTextOptions,
): Promise<string> {
  const paint = painter(colours);
  const { trajectory } = stored;
  const { edits } = await editsAtCommit(trajectory, stored.base, repositories, await loadShellParser());
  const located = stored.gold === null ? null : goldLocations(stored.gold, edits);
  const usage = usageLine(trajectory.usage, trajectory.usage.seconds);
  const budget = trajectory.limits.turns === null ? "" : ` of ${trajectory.limits.turns}`;
  const head = [
    `${paint("bold", stored.id)}  task ${trajectory.taskId ?? "-"}  condition ${stored.condition}  run ${stored.run ?? "-"}`,
    `agent ${trajectory.agent.name}  model ${trajectory.model ?? "-"}  exit ${trajectory.exitStatus ?? "-"}  resolved ${stored.resolved ?? "unknown"}`,
    `turns ${turnsOf(trajectory)}${budget}${usage === "" ? "" : `  ${usage}`}`,
    `source ${stored.source}`,
    ...(located === null ? ["gold unknown"] : located.summary.map((line) => paint("yellow", line))),
  ];
  const body = stepsOfTurns(trajectory.steps, turns).flatMap((step) => [
    "",
    ...stepLines(step, isFull, paint),
    ...edits.filter(({ turn }) => turn === step.turn).flatMap(({ edit }) => editLines(edit, isFull, paint)),
    ...(step.turn === null ? [] : (located?.byTurn.get(step.turn) ?? [])).map((line) => paint("yellow", `★ ${line}`)),
  ]);
  return `${[...head, ...body].join("\n")}\n`;
}
