import { editsOfSteps, locatedEdits } from "../../edits/extract-edits.ts";
import { ReplayedFiles } from "../../edits/knowledge/replayed-files.ts";
import type { ShellParser } from "../../edits/shell/shell-parser.ts";
import { loadCodeParser } from "../../functions/grammar/code-parser.ts";
import { diffTexts } from "../../patch/diff-texts.ts";
import { printUnifiedDiff } from "../../patch/print-unified-diff.ts";
import { runGit } from "../../repos/run-git.ts";
import type { Trajectory } from "../../trajectory.ts";
import type { SessionRepository } from "./session-repository.ts";

/** What a session changed in its repository. */
export interface SessionChanges {
  /** Paths that a successful edit touched, relative to the repository's root, in order. */
  readonly edited: readonly string[];
  /** Unified diff of all its edits against the base commit; null when one of them could not be replayed. */
  readonly patch: string | null;
  /** Files whose edits could not be replayed. */
  readonly lost: readonly string[];
}

/** Replays a session's edits on the files of the base commit; with no base only the paths are told. */
export async function sessionChanges(
  trajectory: Trajectory,
  repository: SessionRepository,
  base: string | null,
  shell: ShellParser,
): Promise<SessionChanges> {
  const made = editsOfSteps(trajectory, shell);
  const all = made.flatMap(({ found }) => found.map(({ edit }) => edit));
  const inRepository = (path: string) => pathInRepository(path, trajectory, repository.sessionRoot);
  const done = all.filter(({ succeeded, kind }) => succeeded && kind !== "revert");
  const edited = [...new Set(done.flatMap(({ path }) => inRepository(path) ?? []))];
  if (base === null) return { edited, patch: null, lost: [] };
  const texts = new Map<string, string | null>();
  for (const written of new Set(all.flatMap(({ path, oldPath }) => [path, ...(oldPath === null ? [] : [oldPath])]))) {
    const path = inRepository(written);
    texts.set(written, path === null ? null : await runGit(repository.folder, ["show", `${base}:${path}`]));
  }
  const replay = new ReplayedFiles((path) => texts.get(path) ?? null, await loadCodeParser([]));
  locatedEdits(trajectory, made, (edit, place) => {
    replay.functionsOf(edit, place);
    return [];
  });
  const files = replay.changedFiles.flatMap(({ path: written, text, isLost }) => {
    const path = inRepository(written);
    return path === null ? [] : [{ path, text, isLost, before: texts.get(written)?.replaceAll("\r\n", "\n") ?? null }];
  });
  const lost = files.filter(({ isLost }) => isLost).map(({ path }) => path);
  if (lost.length > 0) return { edited, patch: null, lost };
  const patches = files
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ path, before, text }) => diffTexts(path, before, text) ?? []);
  return { edited, patch: printUnifiedDiff(patches), lost };
}

/** A path that a session wrote, relative to its repository's root; null when it lies outside. */
function pathInRepository(path: string, trajectory: Trajectory, root: string | null): string | null {
  if (path.startsWith("/")) return root !== null && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : null;
  if (path === "" || path.startsWith("~") || /^[A-Za-z]:/.test(path)) return null;
  // Relative paths are those below the session's folder, which may lie deep in the repository.
  const folder = trajectory.steps.find(({ workingDirectory }) => workingDirectory !== null)?.workingDirectory;
  const start = folder ?? (trajectory.extra.workingDirectory as string | undefined) ?? root;
  const below = root !== null && start?.startsWith(`${root}/`) === true ? `${start.slice(root.length + 1)}/` : "";
  return `${below}${path}`;
}
