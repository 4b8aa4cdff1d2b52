import type { Example } from "../example.ts";
import type { ExportManifest } from "./export-manifest.ts";

/** Sums over the rows written so far, as the manifest states them. */
export interface RowTotals {
  add(example: Example, replacedSurrogates: number): void;
  /** Of the manifest: everything that is known from the rows alone. */
  summary(): Pick<ExportManifest, "policies" | "shortening" | "tokens"> & {
    readonly counts: Pick<
      ExportManifest["counts"],
      "rows" | "memories" | "tasks" | "repositories" | "replacedSurrogates" | "tasksFromTrajectory"
    >;
  };
}

/** Starts counting at zero. */
export function rowTotals(): RowTotals {
  const memories = new Set<string>();
  const tasks = new Set<string>();
  const repositories = new Set<string>();
  const policies = new Map<string | null, { rows: number; rates: Map<string, number> }>();
  const counts = { rows: 0, replacedSurrogates: 0, tasksFromTrajectory: 0 };
  const shortening = {
    promptsShortened: 0,
    markedStepsLeftOut: 0,
    observationsShortened: 0,
    charactersLeftOut: 0,
    turnsFolded: 0,
    editsShortened: 0,
  };
  const sums = { prompt: 0, promptMax: 0, completion: 0, completionMax: 0, rowMax: 0 };
  return {
    add({ provenance, facts }, replacedSurrogates) {
      counts.rows += 1;
      counts.replacedSurrogates += replacedSurrogates;
      if (facts.taskFromTrajectory) counts.tasksFromTrajectory += 1;
      memories.add(provenance.memoryId);
      tasks.add(provenance.taskId);
      if (provenance.repo !== null) repositories.add(provenance.repo);
      const policy = policies.get(provenance.policy) ?? { rows: 0, rates: new Map() };
      policy.rows += 1;
      if (provenance.falseAcceptRate !== null) policy.rates.set(provenance.memoryId, provenance.falseAcceptRate);
      policies.set(provenance.policy, policy);
      if (facts.charactersLeftOut + facts.turnsFolded > 0) shortening.promptsShortened += 1;
      for (const name of [
        "markedStepsLeftOut",
        "observationsShortened",
        "charactersLeftOut",
        "turnsFolded",
        "editsShortened",
      ] as const) {
        shortening[name] += facts[name];
      }
      sums.prompt += facts.promptTokens;
      sums.completion += facts.completionTokens;
      sums.promptMax = Math.max(sums.promptMax, facts.promptTokens);
      sums.completionMax = Math.max(sums.completionMax, facts.completionTokens);
      sums.rowMax = Math.max(sums.rowMax, facts.promptTokens + facts.completionTokens);
    },
    summary: () => ({
      policies: [...policies].map(([policy, { rows, rates }]) => ({
        policy,
        rows,
        falseAcceptRate: meanOf([...rates.values()]),
      })),
      shortening,
      tokens:
        counts.rows === 0
          ? null
          : {
              promptMean: sums.prompt / counts.rows,
              promptMax: sums.promptMax,
              completionMean: sums.completion / counts.rows,
              completionMax: sums.completionMax,
              rowMax: sums.rowMax,
            },
      counts: { ...counts, memories: memories.size, tasks: tasks.size, repositories: repositories.size },
    }),
  };
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
