import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  hashFile,
  hashTables,
  MemopError,
  openTables,
  sha256Hex,
  version,
  type Workspace,
  writeFileAtomic,
} from "@memop/core";
import { type TokenCounter, tokenEstimate } from "@memop/tokens";
import { memoriesTable, tasksTable, trajectoriesTable } from "@memop/trajectory";
import * as z from "zod";
import { datasetCard } from "./dataset/dataset-card.ts";
import { replaceDataset } from "./dataset/dataset-folder.ts";
import { decisionsView } from "./dataset/decisions-view.ts";
import { type DatasetFile, ExportManifest } from "./dataset/export-manifest.ts";
import { findingsView } from "./dataset/findings-view.ts";
import { type WrittenRows, writeRows } from "./dataset/write-rows.ts";
import { ExportConfig } from "./export-config.ts";
import type { ExportRefusal } from "./export-refusal.ts";
import type { Slot } from "./recipe.ts";
import { recipes } from "./recipes.ts";
import { type SplitPlan, splitNames } from "./splits/assign-splits.ts";
import { targets } from "./targets.ts";
import { toJsonLine } from "./writers/json-line.ts";
import { writers } from "./writers.ts";

/** How to export: the configuration, where to, and what to count tokens with. */
export interface ExportOptions extends z.input<typeof ExportConfig> {
  /** Folder of the dataset; an earlier export there is replaced. */
  readonly outDir: string;
  /** Counts tokens exactly; a stated estimate is used when absent. */
  readonly tokenizer?: TokenCounter | undefined;
}

/** What `memop export --json` prints. */
export interface ExportResult {
  readonly recipe: string;
  readonly target: string;
  readonly rows: number;
  readonly refused: number;
  readonly byReason: Readonly<Record<string, number>>;
  /** Files with rows, as paths that begin with `outDir`; empty when there are no rows. */
  readonly files: readonly string[];
}

/**
 * Makes a training dataset of a workspace: rows, `README.md` (the card), `manifest.json`, `refused.jsonl` and
 * `tables/provenance.parquet` in `outDir`.
 *
 * Nothing accepted is no error: the dataset then has no row files, every reason is in `byReason`, and the caller decides.
 * Equal tables and configuration give equal bytes of every row file. Throws `BAD_CONFIG` for an unknown recipe, target or writer, or
 * a target that cannot express the recipe.
 */
export async function exportWorkspace(workspace: Workspace, options: ExportOptions): Promise<ExportResult> {
  const { outDir, tokenizer: counter = tokenEstimate, ...given } = options;
  const config = parseConfig(given);
  const recipe = findNamed("recipe", recipes, config.recipe);
  const target = findNamed("target", targets, config.target);
  const writer = findNamed("writer", writers, config.writer);
  if (!(target.kinds as readonly string[]).includes(recipe.kind)) {
    throw new MemopError("BAD_CONFIG", `target ${target.name} has no layout for recipe ${recipe.name}`);
  }
  const tables = [tasksTable, trajectoriesTable, memoriesTable, decisionsView, findingsView];
  const database = await openTables(workspace, tables, { memoryMb: 1024 });
  try {
    const plan = await recipe.plan({ ...config, database, counter });
    const splits = splitPlan(config, plan.slots);
    return await replaceDataset(outDir, async (folder) => {
      const written = await writeRows({ plan, kind: recipe.kind, target, writer, splits, folder, database });
      const refused = [...plan.refused, ...written.refused];
      await writeFileAtomic(join(folder, "refused.jsonl"), refused.map(refusalLine).join(""));
      const manifest: ExportManifest = {
        schemaVersion: "memop-export-1",
        tool: { name: "memop", version },
        config,
        tokenizer: { name: counter.name, exact: counter.exact },
        workspace: await workspaceHashes(
          workspace,
          tables.map(({ name }) => name),
        ),
        ...manifestCounts(written, refused),
        splits: { ...splits, rows: written.rowsOfSplit },
        files: await recordFiles(folder, written, refused.length),
      };
      const card = datasetCard(manifest, { recipe, target, writer });
      await writeFileAtomic(join(folder, "README.md"), card);
      manifest.files.push({
        file: "README.md",
        split: null,
        rows: null,
        ...(await sizeAndHash(join(folder, "README.md"))),
      });
      await writeFileAtomic(
        join(folder, "manifest.json"),
        `${JSON.stringify(ExportManifest.parse(manifest), null, 2)}\n`,
      );
      const { rows, refused: refusedCount, byReason } = manifest.counts;
      const files = written.files.map(({ file }) => join(outDir, file));
      return { recipe: recipe.name, target: target.name, rows, refused: refusedCount, byReason, files };
    });
  } finally {
    database.close();
  }
}

function parseConfig(given: z.input<typeof ExportConfig>): ExportConfig {
  const parsed = ExportConfig.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new MemopError("BAD_CONFIG", `export options: ${z.prettifyError(parsed.error).replaceAll("\n", " ")}`);
}

function findNamed<T extends { readonly name: string }>(kind: string, known: readonly T[], name: string): T {
  const found = known.find((each) => each.name === name);
  if (found !== undefined) return found;
  throw new MemopError("BAD_CONFIG", `no export ${kind} is named "${name}"`, {
    hint: `known: ${known.map((each) => each.name).join(", ")}`,
  });
}

/** Below this many rows a share of 5 % is too small to say anything. */
const fewRows = 100;
/** Below this many repositories one of them would be most of a split. */
const fewRepositories = 20;

function splitPlan({ splits, splitSalt: salt }: ExportConfig, slots: readonly Slot[]): SplitPlan {
  if (splits !== null) return { ...splits, salt };
  const share = slots.length < fewRows ? 0 : 0.05;
  const repositories = new Set(slots.map(({ repo }) => repo)).size;
  return { validation: share, test: share, by: repositories >= fewRepositories ? "repository" : "task", salt };
}

function refusalLine({ candidateId, memoryId, taskId, reason, message }: ExportRefusal): string {
  return `${toJsonLine({ candidate_id: candidateId, memory_id: memoryId, task_id: taskId, reason, message })}\n`;
}

function manifestCounts(written: WrittenRows, refused: readonly ExportRefusal[]) {
  const { counts, ...rest } = written.totals.summary();
  const reasons = [...new Set(refused.map(({ reason }) => reason))].sort();
  const byReason = Object.fromEntries(
    reasons.map((reason) => [reason, refused.filter((each) => each.reason === reason).length]),
  );
  return { ...rest, counts: { read: counts.rows + refused.length, refused: refused.length, byReason, ...counts } };
}

async function workspaceHashes(workspace: Workspace, tables: readonly string[]): Promise<ExportManifest["workspace"]> {
  const manifest = await readFile(join(workspace.root, "manifest.json")).catch(() => "");
  return { manifestSha256: sha256Hex(manifest), tables: await hashTables(workspace, tables) };
}

async function recordFiles(folder: string, written: WrittenRows, refused: number): Promise<DatasetFile[]> {
  const rows = splitNames.reduce((sum, split) => sum + written.rowsOfSplit[split], 0);
  const all = [
    ...written.files,
    { file: "tables/provenance.parquet", split: null, rows },
    { file: "refused.jsonl", split: null, rows: refused },
  ];
  const records: DatasetFile[] = [];
  for (const each of all) records.push({ ...each, ...(await sizeAndHash(join(folder, each.file))) });
  return records;
}

async function sizeAndHash(file: string): Promise<Pick<DatasetFile, "bytes" | "sha256">> {
  return { bytes: (await stat(file)).size, sha256: await hashFile(file) };
}
