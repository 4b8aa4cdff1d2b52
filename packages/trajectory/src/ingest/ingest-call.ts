import { hashOf, type Json, MemopError, type StageRecord, version } from "@memop/core";
import type { IngestOptions } from "./ingest.ts";
import type { IngestResult } from "./ingest-result.ts";
import type { LabelledInput } from "./read-inputs.ts";

/** One complete call, as the manifest keeps it. */
export interface IngestCall {
  readonly key: string;
  readonly options: Record<string, Json>;
  /** Of what this call read (not of what earlier ones had read): source and labels to size and time of the file. */
  readonly sources: Record<string, string>;
  /** Sources in which members of groups were found (see with-groups.ts); absent when there were none. */
  readonly grouped?: readonly string[];
  readonly result: IngestResult;
}

/** The calls that a workspace's ingest record is made of. */
export function callsOf(record: StageRecord | undefined): IngestCall[] {
  return (record?.config.calls ?? []) as IngestCall[];
}

/** Throws `BAD_WORKSPACE` unless a call reads all that the workspace held: only then can lost tables be made anew. */
export function checkCovers(
  calls: readonly IngestCall[],
  inputs: readonly LabelledInput[],
  options: IngestOptions,
  root: string,
): void {
  const given = new Set(inputs.map((input) => sourceKey(input, options)));
  const lacking = calls.flatMap((call) => Object.keys(call.sources)).find((source) => !given.has(source));
  if (lacking === undefined) return;
  const [source] = JSON.parse(lacking) as [string];
  throw new MemopError("BAD_WORKSPACE", `${root} has lost files of its tables, and not all that they held is given`, {
    hint: `restore its folders trajectories and records, or ingest everything (${source} too) into a new folder`,
  });
}

/** Hash over options and inputs: a call with the key of one that is complete has nothing to do. */
export function callKey(
  inputs: readonly LabelledInput[],
  options: IngestOptions,
  fingerprintOf: (input: LabelledInput) => string,
): string {
  return hashOf({
    version,
    options: options as unknown as Json,
    sources: inputs.map((input) => [input.file.source, fingerprintOf(input)]),
  });
}

/** What tells whether a source was read before: its name, and every option that changes what is read from it. */
export function sourceKey(input: LabelledInput, options: IngestOptions): string {
  const { condition, run, labels, format, shard, pseudonyms, derivation } = options;
  const place = [input.file.source, condition, run, labels, format, shard && [shard.index, shard.count]];
  const further = [pseudonyms ?? [], derivation === undefined ? [] : hashOf(derivation)].flat();
  return JSON.stringify([...place, ...further]);
}

/** What tells whether a file is as it was when it was read. */
export function fingerprint({ file, isResults }: LabelledInput): string {
  return `${file.sizeBytes} bytes, changed ${file.changedMs}${isResults ? ", for every rollout" : ""}`;
}
