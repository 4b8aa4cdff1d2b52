import type { Edit } from "../edit.ts";
import { loadCodeParser } from "../functions/grammar/code-parser.ts";
import { grammarOfPath } from "../functions/grammar/grammar.ts";
import { languageOfPath } from "../functions/language.ts";
import type { FunctionsFrom, PatchAloneReason } from "../functions/patch-functions.ts";
import type { BaseCommit, Repositories, SourceText } from "../repos/repositories.ts";
import type { Trajectory } from "../trajectory.ts";
import { editsOfSteps, locatedEdits, type TurnEdit } from "./extract-edits.ts";
import { ReplayedFiles } from "./knowledge/replayed-files.ts";
import type { ShellParser } from "./shell/shell-parser.ts";

/**
 * Why an edit's functions were told from what the run has seen: as for a patch, or because the edit does not say for sure
 * where in the file it lies, or one before it did not.
 */
export type EditReason = Exclude<PatchAloneReason, "patch-does-not-fit"> | "place-unknown";

/** A run's edits with the functions that they change, and how these were found. */
export interface EditsAtCommit {
  readonly edits: readonly TurnEdit[];
  /** About the edits of code that succeeded and are no reverts. Null when there are none. */
  readonly from: FunctionsFrom | null;
  /** Number of such edits by reason; empty when no repositories were given. */
  readonly reasons: ReadonlyMap<EditReason, number>;
}

/**
 * The edits of a run as `extractEdits` gives them, with the functions found by parsing each file as it is before and after
 * the edit: from its text at the base commit on, every edit made in turn. Where the text or the edit's place is not known,
 * what the run itself has shown decides, as in `extractEdits`.
 *
 * Source: docs/papers.md#edited-functions.
 */
export async function editsAtCommit(
  trajectory: Trajectory,
  base: BaseCommit,
  repositories: Repositories | null,
  shell: ShellParser,
): Promise<EditsAtCommit> {
  const made = editsOfSteps(trajectory, shell);
  const paths = new Set<string>();
  for (const { edit } of made.flatMap(({ found }) => found)) {
    for (const path of [edit.path, edit.oldPath]) if (path !== null && languageOfPath(path) !== null) paths.add(path);
  }
  const sources = new Map<string, SourceText>();
  if (repositories !== null) {
    const readable = [...paths].filter((path) => !path.startsWith("/") && grammarOfPath(path) !== null);
    await Promise.all(readable.map(async (path) => sources.set(path, await repositories.read(base, path))));
  }
  const replay = new ReplayedFiles((path) => sources.get(path)?.text ?? null, await loadCodeParser(paths));
  const reasons = new Map<EditReason, number>();
  let exact = 0;
  let counted = 0;
  const edits = locatedEdits(trajectory, made, (edit, place, turn) => {
    if (languageOfPath(edit.path) === null) return null;
    const functions = grammarOfPath(edit.path) === null ? null : replay.functionsOf(edit, place);
    if (turn > 0 && edit.succeeded && edit.kind !== "revert") {
      counted += 1;
      if (functions !== null) exact += 1;
      else if (repositories !== null) {
        const reason = reasonFor(edit, sources.get(edit.path));
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      }
    }
    return functions;
  });
  const from = counted === 0 ? null : exact === counted ? "source" : exact === 0 ? "patch" : "mixed";
  return { edits, from, reasons };
}

function reasonFor(edit: Edit, source: SourceText | undefined): EditReason {
  if (grammarOfPath(edit.path) === null) return "no-grammar";
  return source === undefined || source.missing === null ? "place-unknown" : source.missing;
}
