import { createTable, type Database, type Row } from "@memop/core";
import { createDuplicateSearch, type Duplicate, type DuplicateItem } from "@memop/hygiene";

const ranks = ["accept", "undecided", "reject"];

/**
 * Finds exact and near duplicates among the memories of a workspace. Which of them is kept: accepted before undecided before
 * rejected, then the higher reward, then the smaller id, so that a text is never lost to a copy that was not accepted. Near
 * duplicates are looked for among memories of one verdict: an accepted and a rejected one that are nearly alike are a contrast
 * to learn from.
 */
export async function duplicateMemories(
  database: Database,
  decisions: readonly Row[],
): Promise<ReadonlyMap<string, Duplicate>> {
  const judged = decisions
    .filter((row) => row.candidate_kind === "memory")
    .sort(
      (a, b) =>
        ranks.indexOf(a.verdict as string) - ranks.indexOf(b.verdict as string) ||
        Number(b.reward ?? 0) - Number(a.reward ?? 0) ||
        ((a.memory_id as string) < (b.memory_id as string) ? -1 : 1),
    );
  const schema = {
    name: "memory_order",
    key: [],
    columns: { memory_id: "VARCHAR", verdict: "VARCHAR", place: "INTEGER" },
  };
  const appender = await createTable(database, schema, "memory_order");
  for (const [place, row] of judged.entries())
    appender.append({ memory_id: row.memory_id, verdict: row.verdict, place });
  appender.finish();
  const search = createDuplicateSearch();
  const ordered = `SELECT m.memory_id AS id, m.text, o.verdict FROM memories m LEFT JOIN memory_order o ON o.memory_id = m.memory_id
    WHERE trim(coalesce(m.text, '')) <> '' ORDER BY o.place NULLS LAST, m.memory_id`;
  for await (const batch of database.stream(ordered)) for (const row of batch) search.note(toItem(row));
  const doubtful = search.doubtful();
  for await (const batch of database.stream(ordered)) {
    for (const row of batch) if (doubtful.has(row.id as string)) search.compare(toItem(row));
  }
  await database.run("DROP TABLE memory_order");
  return search.found();
}

function toItem({ id, text, verdict }: Row): DuplicateItem {
  return { id: id as string, text: text as string, group: String(verdict) };
}
