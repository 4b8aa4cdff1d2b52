import type { Edit } from "../edit.ts";
import { languageOfPath } from "../functions/language.ts";
import type { Hunk } from "../patch/file-patch.ts";
import { parseUnifiedDiff } from "../patch/parse-unified-diff.ts";
import { repositoryPath } from "../repository-path.ts";
import type { Observation, Step, ToolCall } from "../step.ts";
import type { Trajectory } from "../trajectory.ts";
import { functionsOfEdit } from "./functions-of-edit.ts";
import { linesOf } from "./knowledge/changed-lines.ts";
import { SeenFiles } from "./knowledge/seen-files.ts";
import { sightingsIn } from "./knowledge/sightings.ts";
import { RunFiles } from "./run-files.ts";
import type { ShellParser } from "./shell/shell-parser.ts";
import type { EditPlace } from "./shell-editor.ts";
import { type FoundEdit, shellEdits } from "./shell-edits.ts";
import { programText } from "./shell-tools.ts";

/** An edit and the turn in which it was made. */
export interface TurnEdit {
  /** 1-based, as `Step.turn`. */
  readonly turn: number;
  readonly edit: Edit;
}

/**
 * Every edit that a run made or tried to make, in order: those of edit tools, as its reader gave them, and those in the text
 * of shell commands; each with the functions that it changes, as well as can be told (see `functionsOfEdit`).
 *
 * Steps that are no turns of the agent are left out, but a subagent's edits count for the turn before it.
 */
export function extractEdits(trajectory: Trajectory, parser: ShellParser): readonly TurnEdit[] {
  return locatedEdits(trajectory, editsOfSteps(trajectory, parser), () => null);
}

/** Tells the functions that an edit changes for sure; null when it cannot. It is asked about every edit, in order. */
export type ExactFunctions = (edit: Edit, place: EditPlace, turn: number) => readonly string[] | null;

/** The edits of a run with their functions: what `exactly` says, else what the run has seen of its files tells. */
export function locatedEdits(
  trajectory: Trajectory,
  made: readonly StepEdits[],
  exactly: ExactFunctions,
): readonly TurnEdit[] {
  const edited = new Map<string, number>();
  for (const { edit } of made.flatMap(({ found }) => found)) {
    if (edit.succeeded) edited.set(edit.path, (edited.get(edit.path) ?? 0) + 1);
  }
  const hunks = hunksByPath(trajectory.finalPatch);
  const seen = new SeenFiles();
  return made.flatMap(({ step, turn, found }) => {
    const after = sightingsOf(step, edited);
    const located = found.map(({ edit, place }): TurnEdit => {
      const lines = place.lines ?? null;
      const surroundings = {
        before: seen,
        after,
        lines,
        hunks: hunks.get(edit.path) ?? [],
        isOnlyEdit: edited.get(edit.path) === 1 && edit.succeeded,
      };
      const functions = exactly(edit, place, turn) ?? functionsOfEdit(edit, surroundings);
      if (edit.succeeded) remember(seen, edit, place);
      return { turn, edit: { ...edit, functions: [...functions] } };
    });
    sightingsOf(step, edited, seen);
    return turn === 0 ? [] : located;
  });
}

/** What one step of a run changed, before its functions are known. */
export interface StepEdits {
  readonly step: Step;
  /** The turn that it counts for; 0 before the first. */
  readonly turn: number;
  readonly found: readonly FoundEdit[];
}

/** Finds the edits of every step: those of edit tools, then those in the text of shell commands. */
export function editsOfSteps(trajectory: Trajectory, parser: ShellParser): readonly StepEdits[] {
  const run = new RunFiles();
  const isFreshShell = trajectory.agent.name === "mini-swe-agent";
  let lastTurn = 0;
  return trajectory.steps.map((step) => {
    lastTurn = Math.max(lastTurn, step.turn ?? 0);
    const counts = step.turn !== null || step.marks.includes("subagent");
    run.workingDirectory = step.workingDirectory;
    if (step.workingDirectory !== null) run.directory = step.workingDirectory;
    else if (isFreshShell) run.directory = "";
    return { step, turn: lastTurn, found: counts ? editsOfStep(step, run, parser) : [] };
  });
}

function editsOfStep(step: Step, run: RunFiles, parser: ShellParser): readonly FoundEdit[] {
  const byTool = step.edits.map((edit): FoundEdit => ({ edit, place: placeInCall(edit, step) }));
  for (const { edit } of byTool) if (edit.succeeded) run.note(edit);
  const byText = step.toolCalls.flatMap((call) => {
    const program = programText(call);
    if (program === null || (program.runs === "patch" && byTool.length > 0)) return [];
    return shellEdits(program, replyTo(call, step), run, parser).map(({ edit, place }) => ({
      edit: program.runs === "patch" ? { ...edit, via: "tool" as const } : edit,
      place,
    }));
  });
  return [...byTool, ...byText];
}

function replyTo(call: ToolCall, step: Step): Observation | null {
  const addressed = step.observations.find(({ callId }) => callId === call.id);
  return (
    addressed ??
    (step.toolCalls.length === 1 ? step.observations.find(({ callId }) => callId === null) : undefined) ??
    null
  );
}

/** The lines of SWE-agent's `edit a:b` and of an editor's `insert`, which the edit itself does not carry. */
function placeInCall(edit: Edit, step: Step): EditPlace {
  if (edit.oldText !== null || edit.kind !== "modify") return {};
  for (const { name, arguments: args } of step.toolCalls) {
    const [, from, to] =
      name === "edit" && typeof args.command === "string" ? (/^\s*edit\s+(\d+):(\d+)/.exec(args.command) ?? []) : [];
    if (from !== undefined) return { lines: { from: Number(from), to: Number(to) } };
    const line = args.command === "insert" ? Number(args.insert_line ?? Number.NaN) : Number.NaN;
    if (Number.isInteger(line) && (args.new_str ?? args.insert_text) === edit.newText)
      return { lines: { from: line, to: line }, how: "after" };
  }
  return {};
}

/** What a step's observations show of the files that the run edits, added to `seen`. */
function sightingsOf(step: Step, edited: ReadonlyMap<string, number>, seen = new SeenFiles()): SeenFiles {
  if (edited.size === 0) return seen;
  for (const observation of step.observations) {
    const call =
      step.toolCalls.find(({ id }) => id === observation.callId) ??
      (step.toolCalls.length === 1 ? step.toolCalls[0] : undefined);
    for (const { path, first, lines } of sightingsIn(observation.content, call ?? null)) {
      const known = repositoryPath(path, step.workingDirectory);
      if (edited.has(known) && languageOfPath(known) !== null) seen.see(known, first, lines);
    }
  }
  return seen;
}

/** Moves what is known of a file along with an edit; forgets it where the edit's place is not known for sure. */
function remember(seen: SeenFiles, edit: Edit, { lines, how }: EditPlace): void {
  if (edit.kind === "create" && edit.newText !== null) {
    seen.forget(edit.path);
    seen.see(edit.path, 1, linesOf(edit.newText));
    return;
  }
  const places = edit.oldText === null ? [] : seen.find(edit.path, edit.oldText);
  const added = linesOf(edit.newText);
  const isWhole = edit.oldText === null || /^[^\S\n]*\S|\n/.test(edit.oldText);
  const count = lines === undefined ? 0 : lines.to - lines.from + 1;
  if (lines !== undefined && how === "before") seen.change(edit.path, lines.from, 0, added);
  else if (lines !== undefined && how === "after") seen.change(edit.path, lines.to + 1, 0, added);
  else if (lines !== undefined && edit.oldText === null) seen.change(edit.path, lines.from, count, added);
  else if (places.length === 1 && isWhole && linesOf(edit.oldText).length === added.length) return;
  else if (places.length === 1) seen.change(edit.path, places[0] as number, linesOf(edit.oldText).length, added);
  else seen.forget(edit.path);
}

function hunksByPath(patch: string | null): ReadonlyMap<string, readonly Hunk[]> {
  const files = patch === null ? [] : parseUnifiedDiff(patch);
  return new Map(files.flatMap(({ newPath, hunks }) => (newPath === null ? [] : [[newPath, hunks] as const])));
}
