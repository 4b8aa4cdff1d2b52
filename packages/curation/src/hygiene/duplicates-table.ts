import { defineTable } from "@memop/core";

/** Memories and runs that repeat another one, each with the one that is kept in its place. See docs/workspace.md#duplicates. */
export const duplicatesTable = defineTable({
  name: "duplicates",
  key: ["kind", "dropped_id"],
  columns: {
    kind: "VARCHAR",
    dropped_id: "VARCHAR",
    kept_id: "VARCHAR",
    is_exact: "BOOLEAN",
    similarity: "DOUBLE",
  },
});
