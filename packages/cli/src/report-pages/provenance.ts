import { disclosure, html, type Markup, preformatted, type Section, table } from "@memop/report";
import type { ReportSource } from "./report-source.ts";

/** Which stages made the workspace, from what, with which settings. */
export async function provenanceSection({ manifest }: ReportSource): Promise<Section> {
  const stages = Object.entries(manifest.stages).sort(([, a], [, b]) => (a.finishedAt < b.finishedAt ? -1 : 1));
  const configs: Markup[] = stages.map(([name, stage]) =>
    disclosure(
      html`Configuration of <strong>${name}</strong>`,
      preformatted(JSON.stringify({ config: stage.config, seed: stage.seed, inputs: stage.inputs }, null, 2)),
    ),
  );
  return {
    id: "provenance",
    title: "Provenance",
    lead: "Counts and hashes come from the workspace's manifest.json; equal keys give equal tables.",
    body: [
      table({
        caption: "Stages in the order in which they were completed",
        columns: [
          { label: "Stage" },
          { label: "Read" },
          { label: "Used" },
          { label: "Refused" },
          { label: "Tables", align: "start" },
          { label: "Key", align: "start" },
          { label: "Tool", align: "start" },
          { label: "Finished (UTC)", align: "start" },
        ],
        rows: stages.map(([name, { counts, tables, key, toolVersion, finishedAt }]) => ({
          cells: [
            name,
            counts.read,
            counts.used,
            counts.refused,
            Object.entries(tables)
              .map(([table_, { rows }]) => `${table_} (${rows})`)
              .join(", "),
            html`<code>${key.slice(0, 12)}</code>`,
            toolVersion,
            finishedAt.slice(0, 19).replace("T", " "),
          ],
        })),
      }),
      ...configs,
    ],
  };
}
