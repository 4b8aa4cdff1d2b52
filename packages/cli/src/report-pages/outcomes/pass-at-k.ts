import { passAtK, passHatK } from "@memop/curation";
import {
  type Cell,
  type LineSeries,
  lineChart,
  markerLegend,
  type Section,
  smallMultiples,
  table,
} from "@memop/report";
import { groupBy } from "../../study/group-by.ts";
import { isBaseline, type SystemTask } from "../../study/read-systems.ts";
import type { ReportSource } from "../report-source.ts";

/** Most systems drawn, and most runs per task that are followed. */
const mostSystems = 5;
const mostRuns = 20;
const mostColumns = 6;
const mostRows = 40;

/** pass@k and pass^k of one system at one k, in percent; over tasks with at least k rollouts. */
export interface PassAtK {
  readonly k: number;
  readonly tasks: number;
  readonly any: number;
  readonly all: number;
}

/** Values for k from 1 as long as every task with several rollouts has them; the set of tasks does not change with k. */
export function passCurve(tasks: readonly SystemTask[]): readonly PassAtK[] {
  const whole = tasks.filter(({ rollouts, resolved }) => rollouts > 1 && Number.isInteger(resolved));
  const least = Math.min(mostRuns, ...whole.map(({ rollouts }) => rollouts));
  if (whole.length === 0) return [];
  const mean = (value: (task: SystemTask) => number | null): number =>
    (100 * whole.reduce((sum, task) => sum + (value(task) ?? 0), 0)) / whole.length;
  return Array.from({ length: least }, (_, at) => at + 1).map((k) => ({
    k,
    tasks: whole.length,
    any: mean(({ rollouts, resolved }) => passAtK(rollouts, resolved, k)),
    all: mean(({ rollouts, resolved }) => passHatK(rollouts, resolved, k)),
  }));
}

/** How much more is resolved when a task may be tried k times. Null when no task was run more than once. */
export async function passSection(source: ReportSource): Promise<Section | null> {
  const { tasks } = await source.systems();
  const bySystem = groupBy(tasks, ({ system }) => system);
  const curves = [...bySystem]
    .map(([name, own]) => ({ name, curve: passCurve(own) }))
    .filter(({ curve }) => curve.length > 1)
    .sort(
      (a, b) =>
        Number(isBaseline(b.name)) - Number(isBaseline(a.name)) || (b.curve[0]?.tasks ?? 0) - (a.curve[0]?.tasks ?? 0),
    );
  if (curves.length === 0) return null;
  const shown = curves.slice(0, mostSystems);
  const lines = (of: (point: PassAtK) => number): LineSeries[] =>
    shown.map(({ name, curve }) => ({
      name,
      isDashed: isBaseline(name),
      points: curve.map((point) => ({ x: point.k, y: of(point) })),
    }));
  const describe = (of: (point: PassAtK) => number): string =>
    shown.map(({ name, curve }) => `${name}: ${curve.map((point) => of(point).toFixed(1)).join(", ")}`).join("; ");
  const ks = Array.from(
    { length: Math.min(mostColumns, Math.max(...curves.map(({ curve }) => curve.length))) },
    (_, at) => at + 1,
  );
  const draw = (id: string, title: string, of: (point: PassAtK) => number) =>
    lineChart({
      id,
      title,
      description: describe(of),
      series: lines(of),
      xAxis: "k",
      yAxis: "percent",
      yDomain: [0, 100],
      isWhole: true,
      width: 420,
      height: 260,
    });
  return {
    id: "pass-at-k",
    title: "Repeated attempts",
    lead: "pass@k: at least one of k rollouts resolves the task. pass^k: all of them do. Both without bias, over the tasks with several rollouts.",
    body: [
      markerLegend(shown.map(({ name }) => name)),
      smallMultiples([
        { title: "pass@k", drawing: draw("pass-any", "pass@k", ({ any }) => any) },
        { title: "pass^k", drawing: draw("pass-all", "pass^k", ({ all }) => all) },
      ]),
      table({
        caption: "pass@k and pass^k in percent",
        columns: [
          { label: "System" },
          { label: "Tasks" },
          ...ks.map((k) => ({ label: `pass@${k}` })),
          ...ks.slice(1).map((k) => ({ label: `pass^${k}` })),
        ],
        rows: curves.slice(0, mostRows).map(({ name, curve }) => ({
          cells: [
            name,
            curve[0]?.tasks ?? 0,
            ...ks.map((k): Cell => ({ value: curve[k - 1]?.any ?? null, digits: 1 })),
            ...ks.slice(1).map((k): Cell => ({ value: curve[k - 1]?.all ?? null, digits: 1 })),
          ],
        })),
        note: curves.length > shown.length ? `${shown.length} of ${curves.length} systems are drawn.` : "",
      }),
    ],
  };
}
