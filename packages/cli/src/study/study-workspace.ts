import { MemopError, openTables, type Workspace } from "@memop/core";
import { workspaceTables } from "../workspace-tables.ts";
import { type AcceptanceRate, acceptanceByLevel, acceptanceByProducer } from "./axes/acceptance-by-level.ts";
import { type Axis, axisNamed } from "./axes/axis.ts";
import { compareLevels, confoundedAxes, type LevelComparison } from "./axes/compare-levels.ts";
import { readLevels } from "./axes/read-levels.ts";
import { readSystems, type SystemColumn } from "./read-systems.ts";
import { readSoloTasks, type SoloTask } from "./solo/read-solo-tasks.ts";
import { type RetrievalQuartiles, retrievalQuartiles } from "./solo/retrieval-quartiles.ts";

/** What `memop study WS --axis AXIS` found. */
export interface Study {
  readonly axis: Axis;
  readonly levels: readonly LevelComparison[];
  /** Other axes on which the levels differ as well. */
  readonly alsoDiffers: readonly string[];
  readonly acceptance: readonly AcceptanceRate[];
  readonly producers: readonly AcceptanceRate[];
  readonly solo: readonly SoloTask[];
  readonly retrieval: RetrievalQuartiles;
}

/** How to study a workspace. */
export interface StudyOptions {
  readonly axis: string;
  readonly seed: number;
  readonly draws: number;
  /** What tells systems apart, for tasks that only one resolves; null: found out. */
  readonly systemColumns: readonly SystemColumn[] | null;
}

/**
 * Compares conditions along one axis. Throws `BAD_USAGE`, listing axes and levels, when the axis is unknown or has fewer than two,
 * and `BAD_WORKSPACE` when nothing is scored or no level has a pair.
 */
export async function studyWorkspace(workspace: Workspace, options: StudyOptions): Promise<Study> {
  const database = await openTables(workspace, workspaceTables, { memoryMb: 1024 });
  try {
    const [scored] = await database.all("SELECT count(*) AS n FROM scores");
    if (Number(scored?.n) === 0) {
      throw new MemopError("BAD_WORKSPACE", `${workspace.root} has no score cards`, {
        hint: `memop score ${workspace.root}`,
      });
    }
    const axis = axisNamed(options.axis, await readLevels(database));
    const levels = await compareLevels(database, axis, options);
    if (levels.length === 0) {
      throw new MemopError("BAD_WORKSPACE", `no task of ${workspace.root} was run both with and without memory`, {
        hint: "a pair needs the same agent, model, budget and task in both arms; condition none is the baseline",
      });
    }
    const { tasks } = await readSystems(database, options.systemColumns);
    return {
      axis,
      levels,
      alsoDiffers: await confoundedAxes(database, axis),
      acceptance: await acceptanceByLevel(database, axis),
      producers: await acceptanceByProducer(database),
      solo: await readSoloTasks(database, tasks),
      retrieval: await retrievalQuartiles(database),
    };
  } finally {
    database.close();
  }
}
