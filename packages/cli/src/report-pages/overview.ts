import { headline, type Section } from "@memop/report";
import type { ReportSource } from "./report-source.ts";

/** What there is: runs, tasks, conditions, and how the candidates were judged. */
export async function overviewSection({ database }: ReportSource): Promise<Section> {
  const [counts] = await database.all(`SELECT
    (SELECT count(*) FROM trajectories) AS trajectories, (SELECT count(*) FROM scores) AS scores,
    (SELECT count(DISTINCT task_id) FROM scores) AS tasks, (SELECT count(DISTINCT repo) FROM scores) AS repos,
    (SELECT count(DISTINCT condition) FROM scores WHERE condition <> 'none') AS conditions,
    (SELECT count(*) FROM decisions WHERE verdict = 'accept') AS accepted,
    (SELECT count(*) FROM decisions WHERE verdict = 'reject') AS rejected,
    (SELECT count(*) FROM decisions WHERE verdict = 'undecided') AS undecided,
    (SELECT count(*) FROM decisions WHERE verdict = 'accept' AND hygiene = 'drop') AS dropped,
    (SELECT avg(reward) FROM decisions WHERE verdict = 'accept') AS reward`);
  const number = (name: string): number => (counts?.[name] as number | null) ?? 0;
  const rollouts = Math.max(number("trajectories"), number("scores"));
  const reward = counts?.reward as number | null | undefined;
  const acceptedNote =
    number("dropped") > 0
      ? `${number("dropped")} of them held back by hygiene`
      : typeof reward === "number"
        ? `mean r = ${reward.toFixed(2)} points`
        : "";
  return {
    id: "overview",
    title: "Overview",
    body: [
      headline([
        { label: "Rollouts", value: rollouts, note: `${number("scores")} scored` },
        { label: "Tasks", value: number("tasks"), note: `in ${number("repos")} repositories` },
        { label: "Conditions with memory", value: number("conditions") },
        { label: "Accepted", value: number("accepted"), note: acceptedNote },
        { label: "Rejected", value: number("rejected") },
        { label: "Undecided", value: number("undecided") },
      ]),
    ],
  };
}
