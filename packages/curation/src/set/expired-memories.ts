import type { Database, Row } from "@memop/core";
import { definitionsIn, languageOfPath, type Repositories, repoOfInstanceId } from "@memop/trajectory";
import type { AcceptedMemory } from "./accepted-memories.ts";
import { compareInTime, type DatedTask } from "./dated-task.ts";
import { mentionsIn } from "./mentions.ts";
import { repositoryChanges } from "./repository-changes.ts";

/**
 * Accepted memories that name what is not there any more.
 *
 * Without repositories: what the reference solutions of later tasks of the same repository removed, renamed or changed; later
 * than the last task that the memory was learned from. With repositories: files and definitions that are there at that
 * task's base commit and not at that of the last task. Needs view `tasks`.
 */
export async function expiredMemories(
  database: Database,
  memories: readonly AcceptedMemory[],
  repositories: Pick<Repositories, "read"> | null,
): Promise<Row[]> {
  const repos = new Set(
    memories.flatMap(({ repo, learnedFrom }) => (repo === null || learnedFrom.length === 0 ? [] : [repo])),
  );
  const rows: Row[] = [];
  for (const [repo, tasks] of await tasksByRepo(database, repos)) {
    for (const memory of memories) {
      if (memory.repo !== repo) continue;
      const known = lastOf(tasks.filter(({ taskId }) => memory.learnedFrom.includes(taskId)));
      if (known === null) continue;
      const later = inOrder(tasks.filter((task) => (compareInTime(known, task) ?? 0) < 0));
      const last = later.at(-1);
      if (last === undefined) continue;
      rows.push(
        ...byPatches(memory, later),
        ...(repositories === null ? [] : await byFiles(memory, known, last, repositories)),
      );
    }
  }
  return merged(rows);
}

function byPatches(memory: AcceptedMemory, later: readonly DatedTask[]): Row[] {
  const mentions = mentionsIn(memory.text);
  return repositoryChanges(later)
    .filter(
      ({ path, kind, what }) =>
        mentions.namesFile(path) && (kind !== "symbol-removed" || mentions.namesWord(what ?? "")),
    )
    .map(({ kind, path, what, taskId }) => {
      const name = kind === "symbol-removed" ? `${what} of ${path}` : path;
      return rowOf(memory, kind, `${name}${kind === "file-renamed" ? ` is now ${what}` : ""}: ${taskId}`);
    });
}

async function byFiles(
  memory: AcceptedMemory,
  known: DatedTask,
  last: DatedTask,
  repositories: Pick<Repositories, "read">,
): Promise<Row[]> {
  const [repo, before, after] = [memory.repo, known.baseCommit, last.baseCommit];
  if (repo === null || before === null || after === null) return [];
  const mentions = mentionsIn(memory.text);
  const rows: Row[] = [];
  for (const path of mentions.paths) {
    const { text } = await repositories.read({ repo, baseCommit: before }, path);
    if (text === null) continue;
    const { text: now, missing } = await repositories.read({ repo, baseCommit: after }, path);
    const since = `at ${after.slice(0, 12)}, the base commit of ${last.taskId}`;
    if (now === null) {
      // A commit that the clone does not have says nothing.
      if (missing === "no-file") rows.push(rowOf(memory, "file-removed", `${path} is not there ${since}`));
      continue;
    }
    const [had, has] = [definedIn(text, path), definedIn(now, path)];
    for (const name of had) {
      if (has.has(name) || !mentions.namesWord(name)) continue;
      rows.push(rowOf(memory, "symbol-removed", `${name} of ${path} is not there ${since}`));
    }
  }
  return rows;
}

function definedIn(text: string, path: string): ReadonlySet<string> {
  const language = languageOfPath(path);
  return new Set(language === null ? [] : definitionsIn(text.split("\n"), language).map(({ name }) => name));
}

function rowOf(memory: AcceptedMemory, kind: string, evidence: string): Row {
  return {
    kind,
    memory_ids: [memory.memoryId],
    task_id: memory.taskId,
    repo: memory.repo,
    reasons: [],
    evidence: [evidence],
  };
}

/** One row per memory and kind, with all its evidence. */
function merged(rows: readonly Row[]): Row[] {
  const byKey = new Map<string, Row>();
  for (const row of rows) {
    const key = JSON.stringify([row.kind, row.memory_ids]);
    const before = byKey.get(key);
    const evidence = [...((before?.evidence ?? []) as string[]), ...(row.evidence as string[])];
    byKey.set(key, { ...row, evidence: [...new Set(evidence)] });
  }
  return [...byKey.values()];
}

function lastOf(tasks: readonly DatedTask[]): DatedTask | null {
  return inOrder(tasks).at(-1) ?? null;
}

function inOrder(tasks: readonly DatedTask[]): DatedTask[] {
  return [...tasks].sort((a, b) => compareInTime(a, b) ?? 0);
}

async function tasksByRepo(database: Database, repos: ReadonlySet<string>): Promise<ReadonlyMap<string, DatedTask[]>> {
  const found = new Map<string, DatedTask[]>();
  if (repos.size === 0) return found;
  const sql = "SELECT task_id, repo, base_commit, gold_patch, created_at FROM tasks ORDER BY task_id";
  for await (const batch of database.stream(sql)) {
    for (const row of batch) {
      const taskId = row.task_id as string;
      const repo = (row.repo as string | null) ?? repoOfInstanceId(taskId);
      if (repo === null || !repos.has(repo)) continue;
      const task = {
        taskId,
        repo,
        baseCommit: row.base_commit as string | null,
        goldPatch: row.gold_patch as string | null,
        createdAt: row.created_at as string | null,
      };
      const others = found.get(repo);
      if (others === undefined) found.set(repo, [task]);
      else others.push(task);
    }
  }
  return found;
}
