import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  commitStage,
  findInputFiles,
  hashOf,
  type InputFile,
  isWhole,
  type Json,
  openOrCreateWorkspace,
  readManifest,
  recoverStages,
  type StageRecord,
  stagingFolder,
  tableFiles,
  version,
  withLock,
} from "@memop/core";
import { formatNamed } from "../formats/index.ts";
import { recordsTable } from "../tables/records-table.ts";
import { trajectoriesTable } from "../tables/trajectories-table.ts";
import { countIngested, type IngestResult, totalCounts } from "./ingest-result.ts";
import { joinFolders } from "./join-folders.ts";
import { labelReader } from "./labels.ts";
import { readTasks } from "./parallel/read-tasks.ts";
import type { LeftOutSource } from "./part-files.ts";
import type { LabelledInput } from "./read-inputs.ts";
import { seal } from "./seal.ts";
import type { Shard } from "./shard.ts";
import { openStaging } from "./staging.ts";

/** What to read and how. */
export interface IngestOptions {
  /** Files, folders, globs or `-`. */
  readonly paths: readonly string[];
  /** More task rows, outcome reports and memories, read by content like everything else. */
  readonly tasks: readonly string[];
  readonly results: readonly string[];
  readonly memories: readonly string[];
  /** Label of the arm; `none` is the baseline without memory. */
  readonly condition: string;
  /** Label of the repeat, or null. */
  readonly run: string | null;
  /** Pattern that reads labels off paths, such as `{condition}/{run}/*`, or null. See labels.ts. */
  readonly labels: string | null;
  /** Name of the only trajectory format to expect, or null to find out by content. */
  readonly format: string | null;
  readonly shard: Shard | null;
}

/** The world around an ingestion. */
export interface IngestContext {
  /** Folder against which relative paths are resolved. */
  readonly workingFolder: string;
  readonly signal?: AbortSignal;
  /** Threads that read; 1 reads in this thread. Default: as many as there are cores. The tables do not depend on it. */
  readonly workers?: number | undefined;
  /** How much trajectory text closes a part of the table; for tests. */
  readonly partBytes?: number;
  onProgress?(progress: { readonly doneBytes: number; readonly totalBytes: number; readonly records: number }): void;
}

/**
 * Reads trajectories, tasks, outcomes, predictions and memories into the workspace at `root`, made when it is not there.
 *
 * New sources are added to what the workspace has; a call that is already complete returns its result again; a source
 * that changed since is read anew. An interrupted call goes on where it was when it is made again. Throws for wrong
 * options and paths only: bad content ends up in `refused/ingest.jsonl`.
 */
export async function ingest(root: string, options: IngestOptions, context: IngestContext): Promise<IngestResult> {
  const startedAt = new Date();
  // A wrong name is found before anything is made.
  if (options.format !== null) formatNamed(options.format);
  const inputs = await findInputs(options, context.workingFolder);
  const workspace = await openOrCreateWorkspace(root);
  return withLock(root, "ingest", async () => {
    await recoverStages(workspace);
    const before = (await readManifest(workspace)).stages.ingest;
    const calls = callsOf(before);
    const key = callKey(inputs, options);
    const same = calls.find((call) => call.key === key);
    if (same !== undefined && before !== undefined && (await isWhole(workspace, before))) return same.result;
    const known = new Map(calls.flatMap((call) => Object.entries(call.sources)));
    const fresh = inputs.filter((input) => known.get(sourceKey(input, options)) !== fingerprint(input.file));
    const changed = fresh.filter((input) => known.has(sourceKey(input, options)) && input.file.path !== "-");

    const readFolder = join(root, ".stage", "ingest-read");
    const staging = await openStaging(readFolder, key, context.partBytes);
    const totalBytes = fresh.reduce((sum, input) => sum + input.file.sizeBytes, 0);
    let doneBytes = 0;
    let records = 0;
    try {
      const settings = { ...options, doneUnits: staging.doneUnits };
      const onTaskEnd = (bytes: number): void => {
        doneBytes += bytes;
      };
      for await (const row of joinFolders(readTasks(fresh, settings, { workers: context.workers, onTaskEnd }))) {
        context.signal?.throwIfAborted();
        await staging.add(row);
        records += 1;
        context.onProgress?.({ doneBytes, totalBytes, records });
      }
    } catch (error) {
      staging.close();
      throw error;
    }
    const staged = await staging.finish();
    const target = stagingFolder(workspace, "ingest");
    await rm(target, { recursive: true, force: true });
    const sealed = await seal(
      [
        {
          trajectories: tableFiles(workspace, trajectoriesTable.name),
          records: tableFiles(workspace, recordsTable.name),
          without: changed.flatMap((input) => leftOut(input)),
        },
        { trajectories: staged.trajectories, records: staged.records, without: [] },
      ],
      target,
      context.partBytes,
    );
    const bytes = inputs.reduce((sum, input) => sum + input.file.sizeBytes, 0);
    const seconds = (Date.now() - startedAt.getTime()) / 1000;
    const result = countIngested(staged.byFormat, sealed.refused, fresh, {
      known: inputs.length - fresh.length,
      bytes,
      seconds,
    });
    const sources = Object.fromEntries(inputs.map((input) => [sourceKey(input, options), fingerprint(input.file)]));
    const call = { key, options: options as unknown as Record<string, Json>, sources, result };
    const kept = calls.filter((each) => each.key !== key);
    const record = {
      key: hashOf([...kept, call].map((each) => each.key)),
      toolVersion: version,
      config: { calls: [...kept, call] },
      inputs: {},
      seed: null,
      counts: totalCounts(
        [...kept, call].map((each) => each.result),
        sealed.refused,
      ),
      result: { ...result },
      startedAt: startedAt.toISOString(),
      finishedAt: new Date().toISOString(),
    };
    await commitStage(workspace, "ingest", record, sealed.rows);
    await rm(join(root, ".stage"), { recursive: true, force: true });
    return result;
  });
}

/** One complete call, as the manifest keeps it. */
export interface IngestCall {
  readonly key: string;
  readonly options: Record<string, Json>;
  /** Source and labels to size and time of the file. */
  readonly sources: Record<string, string>;
  readonly result: IngestResult;
}

/** The calls that a workspace's ingest record is made of. */
export function callsOf(record: StageRecord | undefined): IngestCall[] {
  return (record?.config.calls ?? []) as IngestCall[];
}

async function findInputs(options: IngestOptions, workingFolder: string): Promise<LabelledInput[]> {
  const defaults = { condition: options.condition, run: options.run };
  const byPath = labelReader(options.labels, defaults);
  const found = new Map<string, LabelledInput>();
  const add = async (
    paths: readonly string[],
    labelsOf: LabelledInput["labelsOf"],
    isResults: boolean,
  ): Promise<void> => {
    for (const file of await findInputFiles(paths, workingFolder)) {
      found.set(file.source, { file, labelsOf, isResults });
    }
  };
  await add([...options.paths, ...options.tasks, ...options.memories], byPath, false);
  await add(options.results, byPath, true);
  return [...found.values()].sort((a, b) => (a.file.source < b.file.source ? -1 : 1));
}

function callKey(inputs: readonly LabelledInput[], options: IngestOptions): string {
  return hashOf({
    version,
    options: options as unknown as Json,
    sources: inputs.map((input) => [input.file.source, fingerprint(input.file), input.isResults]),
  });
}

function sourceKey(input: LabelledInput, options: IngestOptions): string {
  const { condition, run, labels, format, shard } = options;
  return JSON.stringify([input.file.source, condition, run, labels, format, shard && [shard.index, shard.count]]);
}

function fingerprint(file: InputFile): string {
  return `${file.sizeBytes} bytes, changed ${file.changedMs}`;
}

function leftOut(input: LabelledInput): LeftOutSource[] {
  return [{ source: input.file.source, ...input.labelsOf(input.file.under) }];
}
