import { writeFileAtomic } from "@memop/core";
import { type PlanRow, planTable } from "./plan-row.ts";

/** Writes a plan: CSV with a header when the file's name ends in `.csv`, else one JSON object a line. */
export async function writePlan(file: string, rows: readonly PlanRow[]): Promise<void> {
  const columns = Object.keys(planTable.columns) as (keyof PlanRow)[];
  const lines = file.endsWith(".csv")
    ? [columns.join(","), ...rows.map((row) => columns.map((column) => csvText(row[column])).join(","))]
    : rows.map((row) => JSON.stringify(row));
  await writeFileAtomic(file, lines.map((line) => `${line}\n`).join(""));
}

function csvText(value: string | number | null): string {
  const text = value === null ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
