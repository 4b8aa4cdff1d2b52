import { basename, resolve } from "node:path";
import { version, type Workspace } from "@memop/core";
import { renderPage, type Section } from "@memop/report";
import type { Overlap } from "../study/overlap.ts";
import { costSection } from "./comparison/cost.ts";
import { metricsSection } from "./comparison/metrics-by-condition.ts";
import { noiseFloorSection } from "./comparison/noise-floor.ts";
import { repositoriesSection } from "./comparison/repositories.ts";
import { coverageSection } from "./coverage.ts";
import { decisionsSection } from "./decisions/decisions.ts";
import { cumulativeSection } from "./outcomes/cumulative.ts";
import { type FailuresOfReport, failuresSection } from "./outcomes/failures.ts";
import { overlapOfReport, overlapSection } from "./outcomes/overlap.ts";
import { passSection } from "./outcomes/pass-at-k.ts";
import { overviewSection } from "./overview.ts";
import { provenanceSection } from "./provenance.ts";
import { publishedSection } from "./published.ts";
import { defaultReportSettings, openReportSource, type ReportSettings, type ReportSource } from "./report-source.ts";

/** One section of a report; null when the workspace has nothing to show in it. */
export type ReportSection = (source: ReportSource) => Promise<Section | null>;

const sections: readonly ReportSection[] = [
  overviewSection,
  metricsSection,
  costSection,
  decisionsSection,
  noiseFloorSection,
  repositoriesSection,
  passSection,
  overlapSection,
  cumulativeSection,
  failuresSection,
  publishedSection,
  coverageSection,
  provenanceSection,
];

/** A report: the page, and those of its figures that programs read. */
export interface Report {
  readonly page: string;
  /** Null with fewer than two systems. */
  readonly overlap: Overlap | null;
  /** Null when no run failed. */
  readonly failures: FailuresOfReport | null;
  /** Ids of the sections that the page has. */
  readonly sections: readonly string[];
}

/** The HTML page about a workspace. Tables that do not exist yet are said to be missing, never an error. */
export async function buildReport(
  workspace: Workspace,
  settings: ReportSettings = defaultReportSettings,
): Promise<Report> {
  const source = await openReportSource(workspace, settings);
  try {
    const built: Section[] = [];
    for (const section of sections) {
      const one = await section(source);
      if (one !== null) built.push(one);
    }
    const page = renderPage({
      title: "Memory report",
      subtitle: `Workspace ${basename(resolve(workspace.root))}`,
      sections: built,
      footer: `Made by memop ${version}. Same workspace, same page.`,
    });
    return {
      page,
      overlap: await overlapOfReport(source),
      failures: await source.failures(),
      sections: built.map(({ id }) => id),
    };
  } finally {
    source.database.close();
  }
}
