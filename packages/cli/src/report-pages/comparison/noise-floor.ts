import type { NoiseFloor } from "@memop/curation";
import type { MetricName } from "@memop/metrics";
import { dotRows, formatNumber, markerLegend, paragraph, type Section, table } from "@memop/report";
import type { ReportSource } from "../report-source.ts";
import { metricLabels } from "./metric-labels.ts";

/** How large differences are that mean nothing: the baseline against itself. Null when no baseline was repeated. */
export async function noiseFloorSection({ manifest, database }: ReportSource): Promise<Section | null> {
  const result = manifest.stages.curate?.result as
    | { noiseFloor?: NoiseFloor | null; margins?: Record<MetricName, number> | null; policy?: string }
    | undefined;
  const floor = result?.noiseFloor ?? null;
  if (floor === null) return null;
  const [observed] = await database.all(
    `SELECT ${metricLabels
      .map(({ name }) => `median(abs(deltas."${name}".mean)) AS "${name}"`)
      .join(", ")} FROM decisions`,
  );
  const perTask = metricLabels.map(({ name }) => floor.perTask[name] ?? null);
  const overall = metricLabels.map(({ name }) => floor.overall[name] ?? null);
  const seen = metricLabels.map(({ name }) => (observed?.[name] ?? null) as number | null);
  const margins = metricLabels.map(({ name }) => result?.margins?.[name] ?? null);
  const names = [
    "baseline against itself, one task",
    `baseline against itself, mean over ${floor.tasks} tasks`,
    "median |Δ| of the candidates",
  ];
  const rates = Object.entries(floor.falseAcceptRates);
  return {
    id: "noise-floor",
    title: "Noise floor",
    lead: "Runs of the baseline are compared with other runs of the baseline, as if one half had a memory. What this changes is noise.",
    body: [
      markerLegend(names, 1),
      dotRows({
        id: "noise-floor-figure",
        title: "Expected size of a difference without any effect, by metric",
        description: metricLabels
          .map(
            ({ text }, at) =>
              `${text}: one task ${formatNumber(perTask[at] ?? null, 1)}, mean ${formatNumber(overall[at] ?? null, 1)}, candidates ${formatNumber(seen[at] ?? null, 1)}`,
          )
          .join("; "),
        labels: metricLabels.map(({ text }) => text),
        series: [
          { name: names[0] ?? "", values: perTask },
          { name: names[1] ?? "", values: overall },
          { name: names[2] ?? "", values: seen },
        ],
        band: margins,
        axis: "|Δ|, percent points; grey: non-inferiority margin",
        width: 640,
      }),
      rates.length === 0
        ? paragraph("No policy was tried on the baseline alone.")
        : table({
            caption: "Accepted by each policy when the baseline is compared with itself",
            columns: [{ label: "Policy" }, { label: "False accepts" }],
            rows: rates.map(([policy, rate]) => ({
              cells: [policy, rate === null ? "not estimated" : { value: 100 * rate, digits: 1, unit: "%" }],
            })),
            note: `Over the ${floor.tasks} tasks whose baseline was run more than once, together; the rate beside each verdict is that candidate's own.`,
          }),
    ],
  };
}
