import type { Row } from "@memop/core";
import { conditionsTable } from "../tables/conditions-table.ts";
import type { RecordRow } from "./staged-row.ts";

/**
 * Makes one row per condition that occurs: from its `condition` record where there is one (the first counts), else a row
 * with nothing but the label.
 */
export function joinConditions(records: Iterable<RecordRow>, labels: readonly string[]): Row[] {
  const described = new Map<string, Row>();
  for (const record of records) {
    const row = JSON.parse(record.payload_json) as Row;
    const label = String(row.condition);
    if (!described.has(label)) described.set(label, row);
  }
  const names = [...new Set([...labels, ...described.keys()])].sort();
  return names.map((condition) => {
    const row = described.get(condition) ?? {};
    return Object.fromEntries(
      Object.keys(conditionsTable.columns).map((column) => [
        column,
        column === "condition" ? condition : (row[column] ?? null),
      ]),
    );
  });
}
