import { decisionsTable, duplicatesTable, findingsTable, setChecksTable } from "@memop/curation";
import { scoresTable } from "@memop/metrics";
import { rewardsTable } from "@memop/reward";
import {
  conditionsTable,
  memoriesTable,
  outcomesTable,
  recordsTable,
  tasksTable,
  trajectoriesTable,
} from "@memop/trajectory";

/** Every table that a workspace may hold, in the order of the pipeline. */
export const workspaceTables = [
  tasksTable,
  trajectoriesTable,
  outcomesTable,
  conditionsTable,
  memoriesTable,
  recordsTable,
  scoresTable,
  findingsTable,
  decisionsTable,
  duplicatesTable,
  setChecksTable,
  rewardsTable,
] as const;
