import { type Cell, formatNumber, paragraph, type Section, table, upsetPlot } from "@memop/report";
import { type Overlap, overlapOf } from "../../study/overlap.ts";
import { resolvedSets } from "../../study/resolved-sets.ts";
import type { ReportSource } from "../report-source.ts";

/** Most combinations that the figure has a column for. */
const mostParts = 24;

/** Overlap of the systems that a report compares; null when there are fewer than two. */
export async function overlapOfReport({ systems, settings }: ReportSource): Promise<Overlap | null> {
  const { tasks } = await systems();
  const { sets } = resolvedSets(tasks, settings.systems);
  return sets.length < 2 ? null : overlapOf(sets);
}

/** Which tasks several systems resolve together and alone. Null with fewer than two systems. */
export async function overlapSection(source: ReportSource): Promise<Section | null> {
  const overlap = await overlapOfReport(source);
  if (overlap === null || overlap.union === 0) return null;
  const { columns, tasks } = await source.systems();
  const attempted = new Map<string, number>();
  for (const { system } of tasks) attempted.set(system, (attempted.get(system) ?? 0) + 1);
  const names = overlap.systems.map(({ name }) => name);
  const shown = overlap.intersections.slice(0, mostParts);
  const hidden = overlap.intersections.slice(mostParts);
  const hiddenTasks = hidden.reduce((sum, { count }) => sum + count, 0);
  const isChosen = attempted.size > names.length;
  return {
    id: "overlap",
    title: "Overlap of resolved tasks",
    lead: `Systems differ in ${columns.join(", ") || "nothing"}. A task counts as resolved by a system when at least half of its rollouts resolved it.`,
    body: [
      paragraph(
        `At least one resolved ${overlap.union} tasks, all ${names.length} resolved ${overlap.all}.${
          isChosen ? ` ${names.length} of ${attempted.size} systems are compared: --system NAME chooses others.` : ""
        }`,
      ),
      upsetPlot({
        id: "overlap-figure",
        title: "Resolved tasks by combination of systems",
        description: overlap.intersections
          .slice(0, mostParts)
          .map(({ systems, count }) => `${count} by ${systems.join(" and ")} alone`)
          .join("; "),
        unit: "tasks",
        sets: overlap.systems.map(({ name, resolved }) => ({ name, size: resolved })),
        parts: shown.map(({ systems, count }) => ({ count, members: systems.map((name) => names.indexOf(name)) })),
      }),
      ...(hidden.length === 0
        ? []
        : [paragraph(`${hidden.length} smaller combinations with ${hiddenTasks} tasks are not drawn.`)]),
      table({
        caption: "Resolved tasks by system",
        columns: [
          { label: "System" },
          { label: "Outcomes", title: "tasks of which an outcome is known" },
          { label: "Resolved" },
          { label: "by no other", title: "tasks that no other of the compared systems resolved" },
          { label: "Tasks resolved by no other", align: "start" },
        ],
        rows: overlap.systems.map(({ name, resolved, exclusive }): { cells: Cell[] } => ({
          cells: [name, formatNumber(attempted.get(name) ?? 0, 0), resolved, exclusive, exclusiveTasks(overlap, name)],
        })),
      }),
    ],
  };
}

function exclusiveTasks({ intersections }: Overlap, name: string): string {
  const own = intersections.find(({ systems }) => systems.length === 1 && systems[0] === name);
  const tasks = own?.tasks ?? [];
  return tasks.length > 12 ? `${tasks.slice(0, 12).join(", ")} and ${tasks.length - 12} more` : tasks.join(", ");
}
