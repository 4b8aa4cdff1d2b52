import { defineTable } from "@memop/core";

/**
 * Every record other than a trajectory that ingestion read, and every record that it refused: the evidence from which the
 * `tasks`, `outcomes` and `memories` tables are made, kept so that later calls and gathered shards give the same tables.
 */
export const recordsTable = defineTable({
  name: "records",
  key: ["source_file", "condition", "run", "source_byte", "ordinal"],
  columns: {
    source: "VARCHAR",
    source_file: "VARCHAR",
    source_byte: "DOUBLE",
    /** Position among the rows that one record gave. */
    ordinal: "INTEGER",
    condition: "VARCHAR",
    run: "VARCHAR",
    kind: "VARCHAR",
    task_id: "VARCHAR",
    payload_json: "VARCHAR",
  },
});

/** What a row of the `records` table is. `embedded-…` rows came inside a trajectory's record and count as no record. */
export type RecordKind =
  | "task"
  | "outcome"
  | "report"
  | "prediction"
  | "memory"
  | "condition"
  | "refused"
  | "embedded-task"
  | "embedded-outcome";
