import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Mutation, RepositorySpec, TaskSpec } from "../tasks/task-spec.ts";
import { runOrThrow } from "./run-command.ts";

/** Organisation name of all repositories; not one that exists on a forge. */
export const organisation = "quickstart";

/** A git repository on disk with one branch `task-<number>` for each task, each ending at a base commit. */
export interface BuiltRepository {
  readonly spec: RepositorySpec;
  readonly directory: string;
}

/** Day of the first commit of every history; each later commit is one day younger. */
const firstCommitTime = Date.UTC(2024, 0, 8, 9, 0, 0);

/**
 * Makes the git repository of a spec in `directory`.
 *
 * Author, dates and settings are fixed, so that every machine gets the same commit hashes.
 */
export async function buildRepository(
  spec: RepositorySpec,
  sources: string,
  directory: string,
): Promise<BuiltRepository> {
  await mkdir(directory, { recursive: true });
  await runOrThrow(directory, `git init -q --template= -b main . && ${localSettings}`);
  for (const [index, step] of spec.history.entries()) {
    for (const path of step.paths) await cp(join(sources, path), join(directory, path), { recursive: true });
    await commitAll(directory, step.message, index);
  }
  for (const task of spec.tasks) {
    await runOrThrow(directory, `git checkout -q -b task-${task.number} main`);
    await applyMutations(directory, task.mutations);
    await commitAll(directory, task.commitMessage, spec.history.length + task.number);
  }
  await runOrThrow(directory, "git checkout -q main");
  return { spec, directory };
}

/** Clones one task's branch alone: no remote, no other branch, nothing after the base commit. */
export async function cloneTask(repository: BuiltRepository, task: TaskSpec, directory: string): Promise<void> {
  await mkdir(dirname(directory), { recursive: true });
  const branch = `task-${task.number}`;
  await runOrThrow(
    repository.directory,
    `git clone -q --template= --no-local --no-tags --single-branch --branch ${branch} . '${directory}'`,
  );
  await runOrThrow(directory, `git remote remove origin && git branch -m main && ${localSettings}`);
}

/** ISO time of the commit that a task starts from. */
export function taskCreatedAt(spec: RepositorySpec, task: TaskSpec): string {
  return commitTime(spec.history.length + task.number);
}

async function applyMutations(directory: string, mutations: readonly Mutation[]): Promise<void> {
  for (const mutation of mutations) {
    const path = join(directory, mutation.path);
    await writeFile(path, damage(await readFile(path, "utf8"), mutation));
  }
}

function damage(text: string, { path, from, to }: Mutation): string {
  if (text.split(from).length !== 2) throw new Error(`${path}: "${from}" must be there exactly once`);
  return text.replace(from, () => to);
}

const localSettings = [
  "git config core.abbrev 10",
  "git config core.autocrlf false",
  "git config core.fileMode false",
  "git config commit.gpgsign false",
  "git config gc.auto 0",
].join(" && ");

async function commitAll(directory: string, message: string, day: number): Promise<void> {
  const time = commitTime(day);
  const dates = `GIT_AUTHOR_DATE=${time} GIT_COMMITTER_DATE=${time}`;
  await runOrThrow(directory, `git add -A && ${dates} git commit -q -m '${message.replaceAll("'", "’")}'`);
}

function commitTime(day: number): string {
  return new Date(firstCommitTime + day * 86_400_000).toISOString().replace(".000Z", "Z");
}
