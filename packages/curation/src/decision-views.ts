/**
 * SQL of the views that `memop sql` offers: D_accept and D_reject are decisions joined with their memories.
 *
 * A memory's row joins that memory, a condition's row every memory of its arm, a trajectory's row none.
 */
export const decisionViews: Readonly<Record<"d_accept" | "d_reject", string>> = {
  d_accept: decisionsWith("accept"),
  d_reject: decisionsWith("reject"),
};

function decisionsWith(verdict: "accept" | "reject"): string {
  const columns = `d.* REPLACE (coalesce(d.memory_id, m.memory_id) AS memory_id, coalesce(d.task_id, m.task_id) AS task_id),
    m.repo, m.structure, m.text,
    m.generator, m.source_trajectory_ids, m.content_hash, m.parent_memory_id, m.episode_index`;
  return `SELECT ${columns} FROM decisions d LEFT JOIN memories m ON m.memory_id = d.memory_id
    WHERE d.verdict = '${verdict}' AND d.candidate_kind <> 'condition'
    UNION ALL SELECT ${columns} FROM decisions d LEFT JOIN memories m ON m.condition = d.condition
    WHERE d.verdict = '${verdict}' AND d.candidate_kind = 'condition'`;
}
