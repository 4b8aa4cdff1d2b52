import type { Row } from "@memop/core";
import type { MetricName } from "@memop/metrics";
import { deltaText, numberText } from "../percent-text.ts";
import { metricLabels } from "../report-pages/comparison/metric-labels.ts";
import { textTable } from "../text-table.ts";
import type { AcceptanceRate } from "./axes/acceptance-by-level.ts";
import type { LevelComparison } from "./axes/compare-levels.ts";
import { type EffortMeasure, effortMeasures } from "./read-efforts.ts";
import type { Study } from "./study-workspace.ts";

/** Most tasks that are listed on a terminal. */
const mostSolo = 40;

/** Most metrics that stand side by side. */
const mostColumns = 5;

/** A study as text: the paper's table for the axis, then acceptance, tasks of one system alone, and retrieval. */
export function studyText(study: Study): string {
  const { axis, levels, alsoDiffers, acceptance, producers, solo, retrieval } = study;
  const text = [
    `${axis.name}: difference from the baseline in percent points [95 % interval over tasks]\n`,
    ...parts(study).map((metrics) =>
      textTable([baselineRow(study, metrics), ...levels.map((level) => levelRow(study, level, metrics))]),
    ),
  ];
  if (new Set(levels.map(({ tasks }) => tasks)).size > 1) {
    text.push("levels rest on different tasks: compare each with its own baseline (--json has them)\n");
  }
  if (alsoDiffers.length > 0) text.push(`the levels also differ in: ${alsoDiffers.join(", ")}\n`);
  text.push("\naccepted memories by level\n", textTable(acceptanceRows(acceptance, axis.name)));
  text.push("\naccepted memories by what wrote them\n", textTable(acceptanceRows(producers, "producer")));
  text.push(`\ntasks that only one system resolved: ${solo.length}\n`);
  if (solo.length > 0) {
    text.push(
      textTable(
        solo.slice(0, mostSolo).map(({ taskId, system, demonstrations, insights, repair, memories }) => ({
          task: taskId,
          system,
          demonstrations,
          insights,
          repair: repair ?? "no patch",
          memories: memories.join(", "),
        })),
      ),
    );
    if (solo.length > mostSolo) text.push(`${solo.length - mostSolo} more: --json has them all\n`);
  }
  text.push("\ndelta by quartile of the retrieval score\n");
  text.push(
    retrieval.quartiles === null
      ? `none: ${retrieval.reason}\n`
      : textTable(
          retrieval.quartiles.map(({ quartile, lowest, highest, pairs, reward, rewardSe, sr }) => ({
            quartile,
            score: `${numberText(lowest)} to ${numberText(highest)}`,
            pairs,
            r: deltaText(reward),
            "s.e.": numberText(rewardSe),
            SR: deltaText(sr),
          })),
        ),
  );
  return text.join("");
}

/** Metrics in tables narrow enough for a terminal: five at a time. */
function parts({ axis }: Study): readonly (readonly MetricName[])[] {
  const { metrics } = axis;
  return metrics.length <= mostColumns ? [metrics] : [metrics.slice(0, mostColumns), metrics.slice(mostColumns)];
}

/** Means of the baseline over the tasks of all levels; each level's own stand in the JSON. */
function baselineRow({ axis, levels }: Study, metrics: readonly MetricName[]): Row {
  const tasks = levels.reduce((sum, level) => sum + level.tasks, 0);
  const mean = (metric: MetricName): number | null => {
    const known = levels.filter(({ baseline }) => baseline[metric] !== null);
    const weight = known.reduce((sum, level) => sum + level.tasks, 0);
    if (weight === 0) return null;
    return known.reduce((sum, level) => sum + level.tasks * (level.baseline[metric] as number), 0) / weight;
  };
  return {
    [axis.name]: "(baseline)",
    pairs: tasks,
    r: "–",
    "s.e.": "–",
    ...(axis.showsEffort === true ? Object.fromEntries(knownEfforts(levels).map((name) => [`${name} ×`, "1.00"])) : {}),
    ...Object.fromEntries(metrics.map((metric) => [labelOf(metric), numberText(mean(metric))])),
  };
}

function levelRow(
  { axis, levels }: Study,
  { level, tasks, deltas, reward, rewardSe, overhead }: LevelComparison,
  metrics: readonly MetricName[],
): Row {
  const efforts = knownEfforts(levels).map((name) => [`${name} ×`, numberText(overhead[name]?.factor ?? null)]);
  return {
    [axis.name]: level,
    pairs: tasks,
    r: deltaText(reward),
    "s.e.": numberText(rewardSe),
    ...(axis.showsEffort === true ? Object.fromEntries(efforts) : {}),
    ...Object.fromEntries(
      metrics.map((metric) => {
        const delta = deltas[metric];
        return [labelOf(metric), deltaText(delta?.mean ?? null, delta?.lower, delta?.upper)];
      }),
    ),
  };
}

/** Measures of effort that some level knows. */
function knownEfforts(levels: readonly LevelComparison[]): readonly EffortMeasure[] {
  return effortMeasures.filter((measure) => levels.some(({ overhead }) => overhead[measure] !== null));
}

function acceptanceRows(rates: readonly AcceptanceRate[], name: string): Row[] {
  return rates.map((each) => ({
    [name]: each.name,
    judged: each.judged,
    accepted: each.accepted,
    rejected: each.rejected,
    undecided: each.undecided,
    "rate %":
      each.rate === null
        ? "–"
        : `${numberText(each.rate, 1)} [${numberText(each.lower, 1)}, ${numberText(each.upper, 1)}]`,
    "mean r": deltaText(each.meanReward),
  }));
}

function labelOf(metric: string): string {
  return metricLabels.find(({ name }) => name === metric)?.text ?? metric;
}
