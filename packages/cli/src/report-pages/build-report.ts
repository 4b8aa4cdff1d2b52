import { basename, resolve } from "node:path";
import { version, type Workspace } from "@memop/core";
import { renderPage, type Section } from "@memop/report";
import { costSection } from "./cost.ts";
import { coverageSection } from "./coverage.ts";
import { decisionsSection } from "./decisions.ts";
import { metricsSection } from "./metrics-by-condition.ts";
import { overviewSection } from "./overview.ts";
import { provenanceSection } from "./provenance.ts";
import { openReportSource, type ReportSource } from "./report-source.ts";
import { repositoriesSection } from "./repositories.ts";

/** One section of a report; null when the workspace has nothing to show in it. */
export type ReportSection = (source: ReportSource) => Promise<Section | null>;

const sections: readonly ReportSection[] = [
  overviewSection,
  metricsSection,
  costSection,
  decisionsSection,
  repositoriesSection,
  coverageSection,
  provenanceSection,
];

/** The HTML page about a workspace. Tables that do not exist yet are said to be missing, never an error. */
export async function buildReport(workspace: Workspace): Promise<string> {
  const source = await openReportSource(workspace);
  try {
    const built: Section[] = [];
    for (const section of sections) {
      const one = await section(source);
      if (one !== null) built.push(one);
    }
    return renderPage({
      title: "Memory report",
      subtitle: `Workspace ${basename(resolve(workspace.root))}`,
      sections: built,
      footer: `Made by memop ${version}. Same workspace, same page.`,
    });
  } finally {
    source.database.close();
  }
}
