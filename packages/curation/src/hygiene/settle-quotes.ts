import type { Database, Row } from "@memop/core";
import { goldLines, type HygieneFinding, type MemoryUnderCheck } from "@memop/hygiene";
import type { Trajectory } from "@memop/trajectory";
import { fillIds } from "./fill-ids.ts";
import { type FindingSubject, findingRow } from "./finding-row.ts";

/** A memory that quotes lines of a reference solution, and the runs in which the agent may have written them itself. */
export interface QuotedMemory {
  readonly subject: FindingSubject;
  readonly memory: MemoryUnderCheck;
  readonly sources: readonly string[];
  /** What the check said without any source: every quoted line is a leak. */
  readonly finding: HygieneFinding;
}

/**
 * Tells leaks from the agent's own solutions, in one pass over the runs named as sources: a line is foreign when the agent
 * wrote it in none of them. A run that is not in the workspace wrote nothing.
 */
export async function* settleQuotes(database: Database, quoted: readonly QuotedMemory[]): AsyncGenerator<Row> {
  const users = new Map<string, number[]>();
  for (const [at, { sources }] of quoted.entries()) {
    for (const source of new Set(sources)) users.set(source, [...(users.get(source) ?? []), at]);
  }
  const foreign = quoted.map(({ finding }) => finding.evidence);
  if (users.size > 0) {
    await fillIds(database, "quoted_sources", users.keys());
    const sql = `SELECT t.trajectory_id, t.trajectory_json FROM trajectories t SEMI JOIN quoted_sources USING (trajectory_id)
      WHERE t.trajectory_json IS NOT NULL`;
    for await (const batch of database.stream(sql)) {
      for (const row of batch) {
        const source = JSON.parse(row.trajectory_json as string) as Trajectory;
        for (const at of users.get(row.trajectory_id as string) ?? []) {
          const verdict = goldLines.check({ ...(quoted[at] as QuotedMemory).memory, sources: [source] });
          const left =
            verdict.verdict === "drop" && verdict.reason === "leak-gold-lines"
              ? new Set(verdict.evidence.map(({ path, excerpt }) => `${path}\n${excerpt}`))
              : new Set<string>();
          foreign[at] = (foreign[at] ?? []).filter(({ path, excerpt }) => left.has(`${path}\n${excerpt}`));
        }
      }
    }
  }
  for (const [at, { subject, finding }] of quoted.entries()) {
    const evidence = foreign[at] ?? [];
    yield evidence.length > 0
      ? findingRow(subject, { ...finding, evidence })
      : findingRow(subject, { ...finding, reason: "self-solution" });
  }
}
