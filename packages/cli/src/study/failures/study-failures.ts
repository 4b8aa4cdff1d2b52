import { MemopError, openTables, type Workspace, writeFileAtomic } from "@memop/core";
import { workspaceTables } from "../../workspace-tables.ts";
import { type Agreement, cohensKappa } from "./cohens-kappa.ts";
import { failurePatterns } from "./failure-patterns.ts";
import { labelSheet, readLabelSheet } from "./label-sheet.ts";
import { type PatternRates, patternRates } from "./pattern-rates.ts";
import { labelFailures, listFailures } from "./read-failures.ts";
import { sampleFailures } from "./sample-failures.ts";

/** What a written label sheet holds. */
export interface SheetResult {
  readonly out: string;
  readonly failures: number;
  readonly sampled: number;
  readonly seed: number;
}

/** Writes a sheet of sampled failures for people to label. Throws `BAD_WORKSPACE` when no healthy run failed. */
export async function writeLabelSheet(
  workspace: Workspace,
  { sample, seed, out }: { readonly sample: number; readonly seed: number; readonly out: string },
): Promise<SheetResult> {
  const database = await openTables(workspace, workspaceTables);
  try {
    const failures = await listFailures(database);
    if (failures.length === 0) throw noFailures(workspace);
    const chosen = sampleFailures(failures, sample, seed);
    await writeFileAtomic(out, labelSheet(chosen));
    return { out, failures: failures.length, sampled: chosen.length, seed };
  } finally {
    database.close();
  }
}

/** Agreement of two raters on one pattern. */
export interface PatternAgreement extends Agreement {
  readonly pattern: string;
}

/** What label sheets say of the rules, and of each other. */
export interface AgreementResult {
  /** Rows of all sheets that were labelled, and that were not yet. */
  readonly labelled: number;
  readonly blank: number;
  /** Labelled ids that are no failure of the workspace. */
  readonly unknown: readonly string[];
  /** Raters are `rules` and the sheets by their place: `sheet 1`. */
  readonly raters: readonly {
    readonly first: string;
    readonly second: string;
    readonly patterns: readonly PatternAgreement[];
  }[];
}

/** Cohen's kappa per pattern of the rules with each sheet, and of the sheets with each other. */
export async function compareLabels(workspace: Workspace, paths: readonly string[]): Promise<AgreementResult> {
  const sheets = await Promise.all(paths.map(readLabelSheet));
  const database = await openTables(workspace, workspaceTables);
  try {
    const ids = new Set(sheets.flatMap(({ labelled }) => labelled.map(({ trajectoryId }) => trajectoryId)));
    const failures = (await listFailures(database)).filter(({ trajectoryId }) => ids.has(trajectoryId));
    const rules = new Map<string, Readonly<Record<string, boolean | null>>>();
    for await (const { trajectoryId, labels } of labelFailures(database, failures)) rules.set(trajectoryId, labels);
    const raters = [
      { name: "rules", labels: rules },
      ...sheets.map(({ labelled }, at) => ({
        name: `sheet ${at + 1}`,
        labels: new Map<string, Readonly<Record<string, boolean | null>>>(
          labelled.map(({ trajectoryId, labels }) => [trajectoryId, labels]),
        ),
      })),
    ];
    const known = [...ids].filter((id) => rules.has(id)).sort();
    return {
      labelled: sheets.reduce((sum, { labelled }) => sum + labelled.length, 0),
      blank: sheets.reduce((sum, sheet) => sum + sheet.blank, 0),
      unknown: [...ids].filter((id) => !rules.has(id)).sort(),
      raters: raters.flatMap((first, at) =>
        raters.slice(at + 1).map((second) => ({
          first: first.name,
          second: second.name,
          patterns: failurePatterns.map(({ name }) => ({
            pattern: name,
            ...cohensKappa(
              known.map((id) => [first.labels.get(id)?.[name] ?? null, second.labels.get(id)?.[name] ?? null]),
            ),
          })),
        })),
      ),
    };
  } finally {
    database.close();
  }
}

/** Rates of the patterns by the rules, over every healthy failure. Throws `BAD_WORKSPACE` when there is none. */
export async function rateFailures(
  workspace: Workspace,
  onProgress: (done: number, total: number) => void,
): Promise<{ readonly failures: number; readonly patterns: readonly PatternRates[] }> {
  const database = await openTables(workspace, workspaceTables);
  try {
    const failures = await listFailures(database);
    if (failures.length === 0) throw noFailures(workspace);
    const labelled = [];
    for await (const each of labelFailures(database, failures)) {
      labelled.push(each);
      onProgress(labelled.length, failures.length);
    }
    return { failures: failures.length, patterns: patternRates(labelled) };
  } finally {
    database.close();
  }
}

function noFailures(workspace: Workspace): MemopError {
  return new MemopError("BAD_WORKSPACE", `${workspace.root} has no healthy rollout with a known failure`, {
    hint: "outcomes come from evaluation reports: memop ingest RUNS --results REPORTS --out WS",
  });
}
