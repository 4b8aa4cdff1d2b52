import { type LineSeries, lineChart, markerLegend, paragraph, type Section, smallMultiples } from "@memop/report";
import { groupBy } from "../../study/group-by.ts";
import { inIssueOrder } from "../../study/issue-order.ts";
import { isBaseline, type SystemTask } from "../../study/read-systems.ts";
import type { ReportSource } from "../report-source.ts";

/** Repositories and systems that are drawn, and fewest tasks that make a course. */
const mostRepositories = 3;
const mostSystems = 5;
const leastTasks = 4;

/** Share of the resolved tasks among those tried so far, in percent, after each task in the order given. */
export function cumulativeRate(tasks: readonly Pick<SystemTask, "rollouts" | "resolved">[]): readonly number[] {
  let resolved = 0;
  return tasks.map((task, at) => {
    resolved += task.resolved / task.rollouts;
    return (100 * resolved) / (at + 1);
  });
}

/** How the resolution rate of a repository grows or falls from issue to issue. Null without a repository of enough tasks. */
export async function cumulativeSection(source: ReportSource): Promise<Section | null> {
  const { tasks } = await source.systems();
  // A system of which only successes are known says nothing of a rate.
  const rated = new Set(tasks.filter(({ rollouts, resolved }) => resolved < rollouts).map(({ system }) => system));
  const byRepository = groupBy(
    tasks.filter(({ repo, system }) => repo !== null && rated.has(system)),
    ({ repo }) => repo as string,
  );
  const counted = [...byRepository]
    .map(([repo, own]) => ({ repo, own, count: new Set(own.map(({ taskId }) => taskId)).size }))
    .filter(({ count }) => count >= leastTasks)
    .sort((a, b) => b.count - a.count || (a.repo < b.repo ? -1 : 1));
  if (counted.length === 0) return null;
  const shown = counted.slice(0, mostRepositories);
  const names = systemsOf(shown.flatMap(({ own }) => own));
  const isDated = shown.every(({ own }) => own.every(({ createdAt }) => createdAt !== null));
  const panels = shown.map(({ repo, own, count }, at) => {
    const series = names.flatMap((name, style): LineSeries[] => {
      const ordered = inIssueOrder(own.filter(({ system }) => system === name));
      const rates = cumulativeRate(ordered);
      return rates.length === 0
        ? []
        : [{ name, style, isDashed: isBaseline(name), points: rates.map((y, issue) => ({ x: issue + 1, y })) }];
    });
    return {
      title: repo,
      note: `${count} tasks`,
      drawing: lineChart({
        id: `cumulative-${at}`,
        title: `${repo}: cumulative resolution rate`,
        description: series
          .map(({ name, points }) => `${name} ends at ${points.at(-1)?.y.toFixed(1)} % after ${points.length} tasks`)
          .join("; "),
        series,
        xAxis: "issues processed",
        yAxis: "resolved so far, percent",
        yDomain: [0, 100],
        isWhole: true,
        width: 400,
        height: 250,
      }),
    };
  });
  return {
    id: "cumulative",
    title: "Resolution over time",
    lead: `After each issue of a repository, the share resolved so far. Issues are in the order of ${isDated ? "their dates" : "the numbers in their ids, because not all have a date"}. The first points rest on few issues.`,
    body: [
      markerLegend(names),
      smallMultiples(panels),
      ...(counted.length > shown.length
        ? [
            paragraph(
              `The ${shown.length} repositories with most tasks of ${counted.length} with at least ${leastTasks}.`,
            ),
          ]
        : []),
    ],
  };
}

/** Systems with most tasks, the one without memory first. */
function systemsOf(tasks: readonly SystemTask[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { system } of tasks) counts.set(system, (counts.get(system) ?? 0) + 1);
  return [...counts]
    .sort(([a, x], [b, y]) => Number(isBaseline(b)) - Number(isBaseline(a)) || y - x || (a < b ? -1 : 1))
    .slice(0, mostSystems)
    .map(([name]) => name);
}
