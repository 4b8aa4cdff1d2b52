import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import {
  findInputFiles,
  hashFile,
  type InputFile,
  isParquet,
  MemopError,
  openEntries,
  peek,
  readParquetRows,
  readRecords,
  sha256Hex,
} from "@memop/core";
import type { ListedBenchmark } from "@memop/curation";
import { type BenchmarkEntry, benchmarkOf, sweBenchFamilies } from "@memop/hygiene";
import { readTaskRow } from "@memop/trajectory";

/**
 * Reads what nothing may be trained on. Each name is a file or a folder of lists, one benchmark per file, or a family that is
 * told by a rule over instance ids (`swe-bench`, `swe-bench-pro`, …).
 *
 * A list is task rows (JSONL, JSON, Parquet, of which repository, base commit and patch are compared too), a JSON array of ids,
 * or text with one id a line, in its first column. Throws `BAD_INPUT` for a file without any id, `NOT_FOUND` for an unknown name.
 */
export async function readBenchmarks(names: readonly string[], workingFolder: string): Promise<ListedBenchmark[]> {
  const found: ListedBenchmark[] = [];
  for (const name of names) {
    const family = sweBenchFamilies.find((each) => each.name === name);
    if (family !== undefined && !existsSync(resolve(workingFolder, name)))
      found.push({ benchmark: family, sha256: "" });
    else for (const file of await filesOf(name, workingFolder)) found.push(await readList(file));
  }
  return found;
}

async function filesOf(name: string, workingFolder: string): Promise<InputFile[]> {
  try {
    return await findInputFiles([name], workingFolder);
  } catch (cause) {
    if (!(cause instanceof MemopError) || cause.code !== "NOT_FOUND") throw cause;
    const families = sweBenchFamilies.map((each) => each.name).join(", ");
    throw new MemopError("NOT_FOUND", `${name} is no file, no folder and no family of benchmarks`, {
      hint: `families: ${families}`,
      cause,
    });
  }
}

async function readList(file: InputFile): Promise<ListedBenchmark> {
  const entries: BenchmarkEntry[] = [];
  const add = (value: unknown): void => void entries.push(...entriesOf(value));
  for await (const entry of openEntries(file)) {
    if ("error" in entry) throw entry.error;
    const { head, bytes } = await peek(entry.bytes, 4);
    if (isParquet(head)) {
      if (entry.path === null)
        throw new MemopError("BAD_INPUT", `${entry.source}: unpack Parquet lists of benchmarks first`);
      for await (const _ of bytes) break;
      for await (const row of readParquetRows(entry.path)) add(row);
      continue;
    }
    for await (const record of readRecords(bytes)) {
      if (record.kind === "json") add(record.value);
      else if (record.kind === "text") for (const line of record.text.split(/\r?\n/)) add(idOfLine(line));
      else
        throw new MemopError("BAD_INPUT", `${entry.source}: ${record.message}`, {
          hint: "a list of instance ids is wanted",
        });
    }
  }
  if (entries.length === 0) {
    throw new MemopError("BAD_INPUT", `${file.source} names no instance of a benchmark`, {
      hint: "task rows with instance_id, a JSON array of ids, or one id a line",
    });
  }
  const name = basename(file.path).replace(/(?:\.(?:jsonl?|parquet|csv|txt|gz|zst))+$/, "");
  const sha256 =
    file.path === "-" ? sha256Hex(entries.map(({ taskId }) => taskId).join("\n")) : await hashFile(file.path);
  return { benchmark: benchmarkOf(name, entries), sha256 };
}

/** The instances that a value names: a task row, a row with an id, an id, or a list of these. */
function entriesOf(value: unknown): readonly BenchmarkEntry[] {
  if (Array.isArray(value)) return value.flatMap(entriesOf);
  if (typeof value === "string") return value.trim() === "" ? [] : [bare(value.trim())];
  if (typeof value !== "object" || value === null) return [];
  const task = readTaskRow(value);
  if (task !== null) return [task];
  const row = value as Readonly<Record<string, unknown>>;
  const id = row.instance_id ?? row.task_id ?? row.id;
  if (typeof id === "string") return [{ ...bare(id), repo: textOf(row.repo), baseCommit: textOf(row.base_commit) }];
  return Array.isArray(row.instance_ids) ? entriesOf(row.instance_ids) : [];
}

function bare(taskId: string): BenchmarkEntry {
  return { taskId, repo: null, baseCommit: null, goldPatch: null };
}

function idOfLine(line: string): string | null {
  const [first = ""] = line.split(/[,\t]/);
  const id = first.trim().replace(/^"(.*)"$/, "$1");
  return id === "" || id.startsWith("#") || /^(?:instance_id|task_id|id)$/i.test(id) ? null : id;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
