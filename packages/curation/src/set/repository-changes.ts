import { definitionOfLine, type FilePatch, languageOfPath, parseUnifiedDiff } from "@memop/trajectory";
import type { DatedTask } from "./dated-task.ts";

/** Something that a reference solution took away, moved or changed. */
export interface RepositoryChange {
  readonly kind: "file-removed" | "file-renamed" | "symbol-removed" | "file-changed";
  readonly taskId: string;
  readonly path: string;
  /** The new path of a renamed file, the name of a removed function or class. */
  readonly what: string | null;
}

/** What one patch does to one file or definition; null where it puts it there. */
interface Event {
  readonly key: string;
  readonly change: RepositoryChange | null;
}

/** Many memories are older than one task, and its patch is long. */
const read = new WeakMap<DatedTask, readonly Event[]>();

/**
 * What the reference solutions of tasks left changed in a repository, the tasks given in their order in time. A file or
 * definition that comes back later is not gone.
 */
export function repositoryChanges(tasks: readonly DatedTask[]): readonly RepositoryChange[] {
  const state = new Map<string, RepositoryChange>();
  for (const task of tasks) {
    const events = read.get(task) ?? eventsOf(task);
    read.set(task, events);
    for (const { key, change } of events) {
      if (change === null) state.delete(key);
      else state.set(key, change);
    }
  }
  return [...state.values()];
}

function eventsOf({ taskId, goldPatch }: DatedTask): readonly Event[] {
  return parseUnifiedDiff(goldPatch ?? "").flatMap((file) => [
    ...fileEvents(taskId, file),
    ...symbolEvents(taskId, file),
  ]);
}

function fileEvents(taskId: string, { oldPath, newPath, kind }: FilePatch): readonly Event[] {
  const arrives: Event[] = newPath === null ? [] : [{ key: `file ${newPath}`, change: null }];
  const leaves = (path: string, what: RepositoryChange["kind"], to: string | null): Event => ({
    key: `file ${path}`,
    change: { kind: what, taskId, path, what: to },
  });
  if (kind === "delete" && oldPath !== null) return [leaves(oldPath, "file-removed", null)];
  if (kind === "rename" && oldPath !== null) return [...arrives, leaves(oldPath, "file-renamed", newPath)];
  if (kind === "modify" && newPath !== null) return [...arrives, leaves(newPath, "file-changed", null)];
  return arrives;
}

function symbolEvents(taskId: string, file: FilePatch): readonly Event[] {
  if (file.kind === "delete") return [];
  const path = file.oldPath ?? file.newPath ?? "";
  const [added, removed] = [definitions(file, "+"), definitions(file, "-")];
  const keyOf = (name: string) => `symbol ${path} ${name}`;
  return [
    ...[...added].map((name) => ({ key: keyOf(name), change: null })),
    ...[...removed]
      .filter((name) => !added.has(name))
      .map((what) => ({ key: keyOf(what), change: { kind: "symbol-removed" as const, taskId, path, what } })),
  ];
}

function definitions({ hunks, newPath, oldPath }: FilePatch, kind: "+" | "-"): ReadonlySet<string> {
  const language = languageOfPath(newPath ?? oldPath ?? "");
  if (language === null) return new Set();
  const lines = hunks.flatMap((hunk) => hunk.lines).filter((line) => line.kind === kind);
  return new Set(lines.flatMap(({ text }) => definitionOfLine(text, language)?.name ?? []));
}
