import { type Edit, parseUnifiedDiff, type Trajectory, type TurnEdit } from "@memop/trajectory";

/** What a run did to one file, in lines. */
export interface FileChange {
  readonly path: string;
  readonly kind: Edit["kind"];
  readonly added: readonly string[];
  /** Lines that are gone: removed and not put back elsewhere in the same file. */
  readonly removed: readonly string[];
  readonly place: "step" | "patch";
  readonly step: number | null;
  readonly turn: number | null;
}

/**
 * The net change of each file by the final patch where there is one, else each edit that succeeded and was not reverted.
 *
 * Deletions by edits always count: a final patch may leave test files out. An edit's lines are empty where its reader could
 * not tell them.
 */
export function fileChanges(
  trajectory: Pick<Trajectory, "finalPatch" | "steps">,
  edits: readonly TurnEdit[],
): readonly FileChange[] {
  const steps = new Map(trajectory.steps.flatMap(({ index, turn }) => (turn === null ? [] : [[turn, index] as const])));
  const files = parseUnifiedDiff(trajectory.finalPatch ?? "");
  const net = files.map((file): FileChange => {
    const lines = file.hunks.flatMap((hunk) => hunk.lines);
    const path = file.newPath ?? file.oldPath ?? "";
    const last = edits.findLast(({ edit }) => edit.path === path && edit.succeeded);
    const turn = last?.turn ?? null;
    const sides = { old: linesOf(lines, "-"), new: linesOf(lines, "+") };
    const kind = file.kind;
    return {
      path: kind === "rename" ? (file.oldPath ?? path) : path,
      kind,
      ...changed(sides),
      place: "patch",
      step: turn === null ? null : (steps.get(turn) ?? null),
      turn,
    };
  });
  const standing = edits.filter(
    ({ edit }, at) =>
      edit.succeeded &&
      edit.kind !== "revert" &&
      !edits.slice(at + 1).some((later) => isTakenBack(edit.path, later.edit)),
  );
  const created = new Set<string>();
  const single = standing.flatMap(({ edit, turn }): readonly FileChange[] => {
    if (edit.kind === "create") created.add(edit.path);
    if (created.has(edit.path) && edit.kind !== "create") return [];
    if (files.length > 0 && edit.kind !== "delete") return [];
    const path = edit.kind === "rename" ? (edit.oldPath ?? edit.path) : edit.path;
    const sides = { old: split(edit.oldText), new: split(edit.newText) };
    return [{ path, kind: edit.kind, ...changed(sides), place: "step", step: steps.get(turn) ?? null, turn }];
  });
  return [...net, ...single];
}

function isTakenBack(path: string, { kind, path: other, succeeded }: Edit): boolean {
  if (!succeeded) return false;
  if (kind === "revert") return other === path || other === "" || path.startsWith(`${other}/`);
  return false;
}

function changed({ old, new: added }: { readonly old: readonly string[]; readonly new: readonly string[] }) {
  const before = new Set(old);
  const after = new Set(added);
  return { added: added.filter((line) => !before.has(line)), removed: old.filter((line) => !after.has(line)) };
}

function linesOf(lines: readonly { readonly kind: string; readonly text: string }[], kind: string): readonly string[] {
  return lines.filter((line) => line.kind === kind).map(({ text }) => text.trim());
}

function split(text: string | null): readonly string[] {
  return (text ?? "").split("\n").map((line) => line.trim());
}
