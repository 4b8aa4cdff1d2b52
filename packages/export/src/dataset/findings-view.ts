import { defineTable } from "@memop/core";

/** The columns of `findings` that an export reads; the table itself is defined by whoever writes it. */
export const findingsView = defineTable({
  name: "findings",
  key: ["subject_kind", "subject_id", "reason"],
  columns: { subject_kind: "VARCHAR", subject_id: "VARCHAR", reason: "VARCHAR" },
});
