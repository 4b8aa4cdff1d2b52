import type { Row } from "@memop/core";
import {
  disclosure,
  formatNumber,
  html,
  type Markup,
  paragraph,
  preformatted,
  type Section,
  table,
} from "@memop/report";
import type { ReportSource } from "../report-source.ts";
import { candidateColumns, verdictBadge } from "./candidate-columns.ts";
import { deltaForests, reasonsSql, verdictFunnel } from "./decision-figures.ts";

/** Most candidates in the table, and most memories shown in full. */
const mostCandidates = 1000;
const mostUnfolded = 40;
const mostMemories = 20;

/** Who was accepted and rejected, by which policy with which error rate, and why. */
export async function decisionsSection({ database, has }: ReportSource): Promise<Section> {
  const title = "Accepted, rejected, undecided";
  if (!has("decisions"))
    return { id: "decisions", title, body: [paragraph("Nothing is judged yet: memop curate WS.")] };
  const policies = await database.all(`
    SELECT coalesce(policy, 'not stated') AS policy, count(*) AS candidates, count(*) FILTER (verdict = 'accept') AS accepted,
      count(*) FILTER (verdict = 'reject') AS rejected, count(*) FILTER (verdict = 'undecided') AS undecided,
      count(*) FILTER (verdict = 'accept' AND hygiene = 'drop') AS dropped, avg(false_accept_rate) AS false_accept_rate,
      sum(pairs_used) AS used, sum(pairs_possible) AS possible
    FROM decisions GROUP BY 1 ORDER BY 1`);
  const reasons = await database.all(`${reasonsSql} LIMIT 60`);
  const total = policies.reduce((sum, row) => sum + (row.candidates as number), 0);
  const candidates = await database.all(`
    SELECT * FROM decisions ORDER BY CASE verdict WHEN 'accept' THEN 0 WHEN 'undecided' THEN 1 ELSE 2 END,
      reward DESC NULLS LAST, candidate_id LIMIT ${mostCandidates}`);
  const memories = await database.all(`
    SELECT m.memory_id, m.task_id, m.repo, m.text, d.reward FROM decisions d JOIN memories m ON m.memory_id = d.memory_id
    WHERE d.verdict = 'accept' AND coalesce(d.hygiene, 'keep') <> 'drop'
    ORDER BY d.reward DESC NULLS LAST, m.memory_id LIMIT ${mostMemories}`);
  return {
    id: "decisions",
    title,
    lead: "A verdict is a measurement with an error rate: the share of useless memories that the policy would accept on these data is beside it.",
    body: [
      policyTable(policies),
      await verdictFunnel(database),
      ...(reasons.length === 0 ? [] : [disclosure("All reasons", reasonTable(reasons))]),
      ...(await deltaForests(database)),
      candidateTable(candidates, total),
      ...memories.map(memoryText),
    ],
  };
}

function policyTable(rows: readonly Row[]): Markup {
  return table({
    caption: "Verdicts by policy",
    columns: [
      { label: "Policy" },
      { label: "Candidates" },
      { label: "Accepted" },
      { label: "held back by hygiene", title: "0 as well where hygiene was not checked" },
      { label: "Rejected" },
      { label: "Undecided" },
      { label: "Pairs used" },
      { label: "possible" },
      { label: "Mean false-accept rate", title: "mean over the candidates, as memop curate prints it" },
    ],
    rows: rows.map((row) => ({
      cells: [
        row.policy as string,
        row.candidates as number,
        row.accepted as number,
        row.dropped as number,
        row.rejected as number,
        row.undecided as number,
        row.used as number | null,
        row.possible as number | null,
        row.false_accept_rate === null
          ? "not estimated"
          : { value: 100 * (row.false_accept_rate as number), digits: 2, unit: "%" },
      ],
    })),
  });
}

function reasonTable(rows: readonly Row[]): Markup {
  return table({
    caption: "Reasons",
    columns: [{ label: "Reason" }, { label: "Verdict", align: "start" }, { label: "Candidates" }],
    rows: rows.map((row) => ({
      cells: [row.reason as string, verdictBadge(row.verdict as string), row.candidates as number],
    })),
  });
}

function candidateTable(rows: readonly Row[], total: number): Markup {
  const hidden = total - rows.length;
  const columns = candidateColumns(rows);
  const whole = table({
    caption: "Candidates",
    columns,
    rows: rows.map((row) => ({ cells: columns.map(({ cell }) => cell(row)) })),
    note: [
      "r: mean of the metric differences in percent points; lower: its one-sided bound; shrunken: drawn towards 0 by its uncertainty. q and q(e): adjusted for the number of candidates by Benjamini-Hochberg and e-BH.",
      hidden > 0
        ? `The first ${rows.length} of ${total}; ${hidden} more in the table: memop sql WS "select * from decisions".`
        : "",
    ].join(" "),
  });
  return rows.length > mostUnfolded ? disclosure(`All ${rows.length} candidates`, whole) : whole;
}

function memoryText(row: Row): Markup {
  const place = [row.repo, row.task_id].filter((each) => each !== null).join(" · ");
  return disclosure(
    html`Accepted memory <code>${row.memory_id as string}</code> <span class="note">${place}, r = ${formatNumber(row.reward as number | null)}</span>`,
    preformatted(row.text as string),
  );
}
