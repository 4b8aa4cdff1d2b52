import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  commitStage,
  findInputFiles,
  hashOf,
  isWhole,
  type Json,
  MemopError,
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
import type { Pseudonymizer } from "../pseudonyms/pseudonymizer.ts";
import { openRepositories } from "../repos/repositories.ts";
import { recordsTable } from "../tables/records-table.ts";
import { trajectoriesTable } from "../tables/trajectories-table.ts";
import { checkOfLabels } from "./check-of-labels.ts";
import { type Derive, derivedRows } from "./derived-rows.ts";
import { callKey, callsOf, checkCovers, fingerprint, sourceKey } from "./ingest-call.ts";
import { archiveOf, countIngested, type IngestResult, totalCounts } from "./ingest-result.ts";
import { joinFolders } from "./join-folders.ts";
import { joinGroups } from "./join-groups.ts";
import { checkKeepsImported, keepImported } from "./keep-imported.ts";
import { labelReader } from "./labels.ts";
import { readTasks } from "./parallel/read-tasks.ts";
import type { LeftOutSource } from "./part-files.ts";
import { pseudonymizedInputs, pseudonymizedRow } from "./pseudonymized-row.ts";
import type { LabelledInput } from "./read-inputs.ts";
import { seal } from "./seal.ts";
import type { Shard } from "./shard.ts";
import { openStaging, PART_BYTES, type StagedParts } from "./staging.ts";
import { withGroups } from "./with-groups.ts";
import { withRepositories } from "./with-repositories.ts";

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
  /** Absolute path of the folder of git repositories in which gold functions are looked up (see repos/); absent: none. */
  readonly repos?: string;
  /** `Pseudonymizer.id` of the context's pseudonymizer; absent when names stay. The names and the salt are never recorded. */
  readonly pseudonyms?: string;
  /** Settings of the context's `derive`, so that a call with others reads everything anew; absent when there is none. */
  readonly derivation?: Readonly<Record<string, Json>>;
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
  /** Adds what trajectories that name no task do not say; absent: nothing. `options.derivation` tells how. */
  readonly derive?: Derive;
  /** Replaces names in everything that is stored; absent: they stay. */
  readonly pseudonymizer?: Pseudonymizer;
  onProgress?(progress: { readonly doneBytes: number; readonly totalBytes: number; readonly records: number }): void;
}

/**
 * Reads trajectories, tasks, outcomes, predictions and memories into the workspace at `root`, made when it is not there.
 *
 * New sources are added to what the workspace has; a call that is already complete returns its result again; a source
 * that changed since is read anew. An interrupted call goes on where it was when it is made again. Throws for wrong
 * options and paths only: bad content ends up in `refused/ingest.jsonl`.
 */
export async function ingest(root: string, given: IngestOptions, context: IngestContext): Promise<IngestResult> {
  const { pseudonymizer } = context;
  const options = pseudonymizer === undefined ? given : { ...given, pseudonyms: pseudonymizer.id };
  const startedAt = new Date();
  // Nobody can tell whether standard input says the same again: each call reads it anew, and adds to those before.
  const fingerprintOf = (input: LabelledInput): string =>
    input.file.path === "-" ? `read at ${startedAt.toISOString()}` : fingerprint(input);
  // A wrong name is found before anything is made.
  if (options.format !== null) formatNamed(options.format);
  if (options.repos !== undefined) openRepositories(options.repos).close();
  const found = await findInputs(options, context.workingFolder);
  const inputs = pseudonymizer === undefined ? found : pseudonymizedInputs(found, pseudonymizer);
  const workspace = await openOrCreateWorkspace(root);
  return withLock(root, "ingest", async () => {
    await recoverStages(workspace);
    const { stages } = await readManifest(workspace);
    const before = stages.ingest;
    const recorded = callsOf(before);
    const isIntact = before === undefined || (await isWhole(workspace, readTablesOf(before)));
    if (!isIntact) checkCovers(recorded, inputs, options, root);
    const calls = isIntact ? recorded : [];
    const key = callKey(inputs, options, fingerprintOf);
    const known = new Map(calls.flatMap((call) => Object.entries(call.sources)));
    const unread = inputs.filter((input) => known.get(sourceKey(input, options)) !== fingerprintOf(input));
    const same = calls.find((call) => call.key === key);
    const isComplete = same !== undefined && unread.length === 0;
    if (isComplete && before !== undefined && (await isWhole(workspace, before))) return same.result;
    checkKeepsImported(Object.keys(stages), workspace);
    const fresh = await withGroups(unread, inputs, calls, options);
    const changed = fresh.filter((input) => known.has(sourceKey(input, options)) && input.file.path !== "-");

    const readFolder = join(root, ".stage", "ingest-read");
    const { partBytes = PART_BYTES, workers } = context;
    // With one worker nothing is done beside the reading: it keeps to one core.
    const staging = await openStaging(readFolder, key, { partBytes, inBackground: workers !== 1 });
    const totalBytes = fresh.reduce((sum, input) => sum + input.file.sizeBytes, 0);
    let doneBytes = 0;
    let records = 0;
    const grouped = new Set<string>();
    let staged: StagedParts;
    try {
      const passesAll = context.derive !== undefined || pseudonymizer !== undefined;
      const unitFolder = passesAll ? null : { folder: readFolder, partBytes };
      const settings = { ...options, doneUnits: staging.doneUnits, unitFolder };
      const onTaskEnd = (bytes: number): void => {
        doneBytes += bytes;
      };
      const labelCheck = checkOfLabels(fresh, options, staging.doneUnits.length > 0);
      const done = new Set(staging.doneUnits);
      const items = joinFolders(readTasks(fresh, settings, { workers, onTaskEnd }));
      const groups = {
        folder: join(root, ".stage", "ingest-groups"),
        isDone: (unit: string) => done.has(unit),
        sawMember: (sourceFile: string) => void grouped.add(archiveOf(sourceFile)),
      };
      for await (const row of joinGroups(items, groups)) {
        context.signal?.throwIfAborted();
        labelCheck.saw(row.at.sourceFile);
        if (row.table === "unit") {
          await staging.addPart(row.part);
          records += row.rows;
          context.onProgress?.({ doneBytes, totalBytes, records });
          continue;
        }
        for (const each of context.derive === undefined ? [row] : await derivedRows(row, context.derive)) {
          await staging.add(pseudonymizer === undefined ? each : pseudonymizedRow(each, pseudonymizer));
        }
        records += 1;
        context.onProgress?.({ doneBytes, totalBytes, records });
      }
      labelCheck.end();
      staged = await staging.finish();
    } catch (error) {
      await staging.close();
      // A call that is wrong is not to be continued.
      if (error instanceof MemopError && error.code === "BAD_USAGE")
        await rm(readFolder, { recursive: true, force: true });
      throw error;
    }
    const target = stagingFolder(workspace, "ingest");
    await rm(target, { recursive: true, force: true });
    const parts = [
      {
        trajectories: isIntact ? tableFiles(workspace, trajectoriesTable.name) : [],
        records: isIntact ? tableFiles(workspace, recordsTable.name) : [],
        without: changed.map((input) => leftOut(input, options)),
      },
      { trajectories: staged.trajectories, records: staged.records, without: [] },
    ];
    const sealed = await withRepositories(options.repos ?? null, calls, (repositories) =>
      seal(parts, target, context.partBytes, repositories),
    );
    const bytes = inputs.reduce((sum, input) => sum + input.file.sizeBytes, 0);
    const seconds = (Date.now() - startedAt.getTime()) / 1000;
    const size = { known: inputs.length - fresh.length, bytes, seconds };
    const earlier = known.size > 0 && fresh.some(({ file }) => file.path === "-") ? await refusedLines(root) : [];
    const result = countIngested(staged.byFormat, sealed.refused, fresh, size, earlier);
    const sources = Object.fromEntries(fresh.map((input) => [sourceKey(input, options), fingerprintOf(input)]));
    const withMembers = fresh.filter(({ file }) => grouped.has(file.source)).map((input) => sourceKey(input, options));
    const groupedSources = withMembers.length === 0 ? {} : { grouped: withMembers };
    const recordedOptions = pseudonymizer === undefined ? options : pseudonymizer.record(options);
    const call = {
      key,
      options: recordedOptions as unknown as Record<string, Json>,
      sources,
      ...groupedSources,
      result,
    };
    const kept = calls.filter((each) => each.key !== key);
    const record = {
      key: hashOf([...kept, call].map((each) => each.key)),
      toolVersion: version,
      config: { calls: [...kept, call] },
      inputs: {},
      seed: null,
      counts: totalCounts(sealed),
      result: { ...result },
      startedAt: startedAt.toISOString(),
      finishedAt: new Date().toISOString(),
    };
    await commitStage(workspace, "ingest", record, await keepImported(workspace, target, sealed.rows));
    await rm(join(root, ".stage"), { recursive: true, force: true });
    return result;
  });
}

async function findInputs(options: IngestOptions, workingFolder: string): Promise<LabelledInput[]> {
  const defaults = { condition: options.condition, run: options.run };
  const byPath = labelReader(options.labels, defaults).labelsOf;
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

/** What the calls before refused, by the line. */
async function refusedLines(root: string): Promise<string[]> {
  const file = join(root, "refused", "ingest.jsonl");
  return existsSync(file) ? (await readFile(file, "utf8")).split("\n") : [];
}

/** A record with the tables alone that hold what was read: all others are made from them. */
function readTablesOf(record: StageRecord): StageRecord {
  const names: readonly string[] = [trajectoriesTable.name, recordsTable.name];
  return {
    ...record,
    tables: Object.fromEntries(Object.entries(record.tables).filter(([name]) => names.includes(name))),
  };
}

function leftOut({ file, labelsOf }: LabelledInput, { labels }: IngestOptions): LeftOutSource {
  // With a pattern the members of one archive may have different labels.
  return { source: file.source, labels: labels === null ? labelsOf(file.under) : null };
}
