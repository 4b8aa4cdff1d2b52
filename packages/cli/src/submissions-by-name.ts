import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Row, TableFile } from "@memop/core";
import * as z from "zod";

/** Resolved task ids by the name of the system that resolved them. */
const Submissions = z.record(z.string(), z.array(z.string())).refine((all) => Object.keys(all).length > 0);

/**
 * Reads a JSON object of resolved task ids by system as rows of the `outcomes` table, with the system's name as condition; null
 * when the file has another form. Tasks that a system is not listed with are not rows: nobody says that it tried them.
 */
export async function readSubmissions(path: string): Promise<TableFile | null> {
  const text = (await readFile(path, "utf8")).replace(/^\uFEFF/, "");
  if (!text.trimStart().startsWith("{")) return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // JSONL, or damaged: the table reader says what is wrong.
    return null;
  }
  const submissions = Submissions.safeParse(parsed);
  if (!submissions.success) return null;
  const rows: readonly { row: Row; at: string }[] = Object.entries(submissions.data).flatMap(([condition, tasks]) =>
    tasks.map((task, at) => ({
      row: { task_id: task, condition, resolved: true, source: basename(path) },
      at: `${condition}[${at}]`,
    })),
  );
  return {
    columns: ["task_id", "condition", "resolved", "source"],
    async *read() {
      yield* rows;
    },
  };
}
