import type { UnknownObject } from "../json-access.ts";

/** The harness behind a row: as it says itself, else by the columns that only known data sets have. */
export function agentName(row: UnknownObject): string {
  if (typeof row.agent === "string") return row.agent;
  if ("traj_id" in row) return "swe-agent";
  if ("run_id" in row && "test_result" in row) return "openhands";
  return "unknown";
}
