import type { Outcome, Prediction } from "../outcome.ts";
import { folderOf } from "./source-position.ts";
import type { OutcomePayload, RecordRow, ReportPayload } from "./staged-row.ts";

/** Of a rollout, what decides which evidence is about it. */
export interface RolloutKey {
  readonly taskId: string | null;
  readonly condition: string;
  readonly run: string | null;
  readonly source: string;
  readonly sourceFile: string;
  /** The patch that the rollout itself handed in; asked for only where some report judges patches. */
  readonly patch?: string | null;
}

/** An outcome with the file that says so. */
export interface FoundOutcome extends Omit<Outcome, "taskId"> {
  readonly source: string;
}

/** How many rollouts there are of each task under each pair of labels, and the files in which rollouts lie. */
export interface RolloutCounts {
  readonly files: readonly string[];
  readonly counts: readonly {
    readonly taskId: string;
    readonly condition: string;
    readonly run: string | null;
    readonly rollouts: number;
  }[];
}

/** Answers which outcome and which patch belong to a rollout. */
export interface OutcomeIndex {
  /** True when some report judges patches: rollouts must then be asked for with their own. */
  readonly judgesPatches: boolean;
  outcomeOf(rollout: RolloutKey): FoundOutcome;
  /** A patch handed in beside the rollout; undefined when there is none. */
  patchOf(rollout: RolloutKey): string | undefined;
  /** Outcomes and predictions of tasks for which the workspace has no rollout of those labels. */
  withoutRollout(): readonly (RolloutKey & { readonly taskId: string; readonly outcome: FoundOutcome })[];
  /** Must be told of every rollout before `withoutRollout` is asked. */
  sawRollout(rollout: RolloutKey): void;
}

interface Evidence {
  readonly folder: string;
  readonly everywhere: boolean;
  readonly source: string;
  readonly sourceFile: string;
}
type OutcomeEvidence = Evidence & { readonly outcome: OutcomePayload };
type PatchEvidence = Evidence & { readonly patch: string | null };

/**
 * Indexes outcome reports and predictions by labels and task.
 *
 * Evidence counts for rollouts of the same condition and run only. An outcome inside the rollout's own record comes first,
 * then one about the very patch that the rollout handed in, wherever it lies; then the nearest file (fewest folder steps
 * between the two; an archive is a folder). A report that names only resolved
 * tasks says "unresolved" of every rollout in its folder (and below) or its archive that it does not name. A file that
 * shares no folder with the rollout, but for those that all inputs share, counts only when it alone speaks of the task
 * and the rollout is the task's only one: else nobody can tell whose outcome it is. Files equally near that contradict
 * each other give an unknown outcome, reason `ambiguous-outcome`.
 */
export function indexOutcomes(records: readonly RecordRow[], rollouts: RolloutCounts): OutcomeIndex {
  const rolloutsOf = new Map(rollouts.counts.map((each) => [key(each.taskId, each), each.rollouts]));
  const common = commonSteps([...rollouts.files, ...records.map((row) => row.source_file)].map(folderOf));
  const embedded = new Map<string, OutcomePayload>();
  const outcomes = new Map<string, OutcomeEvidence[]>();
  const ofPatches = new Map<string, OutcomeEvidence[]>();
  const patches = new Map<string, PatchEvidence[]>();
  const reports = new Map<string, Evidence[]>();
  const seen = new Set<string>();
  for (const row of records) {
    const evidence = { folder: folderOf(row.source_file), source: row.source, sourceFile: row.source_file };
    if (row.kind === "embedded-outcome") {
      embedded.set(key(row.source, row), JSON.parse(row.payload_json) as OutcomePayload);
    } else if (row.kind === "outcome") {
      const outcome = JSON.parse(row.payload_json) as OutcomePayload;
      const judged = { ...evidence, everywhere: outcome.everywhere, outcome };
      if (outcome.patch === undefined) push(outcomes, key(row.task_id, row), judged);
      else push(ofPatches, key(outcome.patch.trim(), row), judged);
    } else if (row.kind === "prediction") {
      const { patch } = JSON.parse(row.payload_json) as Prediction;
      push(patches, key(row.task_id, row), { ...evidence, everywhere: false, patch });
    } else if (row.kind === "report") {
      const { everywhere } = JSON.parse(row.payload_json) as ReportPayload;
      push(reports, key(null, row), { ...evidence, everywhere });
    }
  }

  /** True when the files of one folder speak of a task that has one rollout: they can mean no other. */
  const isOnlyOf = (all: readonly Evidence[], rollout: RolloutKey): boolean =>
    (rolloutsOf.get(key(rollout.taskId, rollout)) ?? 0) <= 1 && new Set(all.map((each) => each.folder)).size <= 1;

  const outcomeOf = (rollout: RolloutKey): FoundOutcome => {
    const own = embedded.get(key(rollout.source, rollout));
    if (own) return { resolved: own.resolved, health: own.health, reason: own.reason, source: rollout.source };
    const judged = rollout.patch?.trim() ? ofPatches.get(key(rollout.patch.trim(), rollout)) : undefined;
    if (judged !== undefined) return nearest(judged.map((evidence) => candidateOf(evidence, rollout)));
    if (rollout.taskId === null) return unknown("no-task");
    const all = outcomes.get(key(rollout.taskId, rollout)) ?? [];
    const speaking = all.filter((each) => isOnlyOf(all, rollout) || each.everywhere || isNear(each, rollout, common));
    const named = speaking.map((evidence) => candidateOf(evidence, rollout));
    const notNamed = (reports.get(key(null, rollout)) ?? [])
      .filter((report) => report.everywhere || covers(report, rollout))
      .filter((report) => !named.some(({ found }) => found.source === report.source))
      .map((report) => ({
        distance: distanceOf(report, rollout),
        found: { resolved: false, health: "healthy" as const, reason: "not-named", source: report.source },
      }));
    const candidates = [...named, ...notNamed];
    if (candidates.length === 0 && all.length > 0) return unknown("ambiguous-outcome");
    return nearest(candidates);
  };

  return {
    judgesPatches: ofPatches.size > 0,
    outcomeOf,
    patchOf(rollout) {
      const all = patches.get(key(rollout.taskId, rollout)) ?? [];
      const speaking = all.filter((each) => isOnlyOf(all, rollout) || isNear(each, rollout, common));
      const best = Math.min(...speaking.map((evidence) => distanceOf(evidence, rollout)));
      return speaking.find((evidence) => distanceOf(evidence, rollout) === best)?.patch ?? undefined;
    },
    sawRollout: (rollout) => void seen.add(key(rollout.taskId, rollout)),
    withoutRollout() {
      const left = new Map<string, RolloutKey & { taskId: string; outcome: FoundOutcome }>();
      for (const each of [outcomes, patches]) {
        for (const [labels, all] of each) {
          if (seen.has(labels)) continue;
          const [taskId, condition, run] = JSON.parse(labels) as [string, string, string | null];
          for (const { source, sourceFile } of all) {
            const rollout = { taskId, condition, run, source, sourceFile };
            const id = JSON.stringify([labels, folderOf(sourceFile)]);
            if (!left.has(id)) left.set(id, { ...rollout, outcome: outcomeOf(rollout) });
          }
        }
      }
      return [...left.values()];
    },
  };
}

function nearest(candidates: readonly { distance: number; found: FoundOutcome }[]): FoundOutcome {
  if (candidates.length === 0) return unknown("no-outcome");
  const best = Math.min(...candidates.map((each) => each.distance));
  const near = candidates.filter((each) => each.distance === best).map((each) => each.found);
  const first = near[0] as FoundOutcome;
  if (near.some((each) => each.resolved !== first.resolved)) return unknown("ambiguous-outcome");
  return near.find((each) => each.reason !== "not-named") ?? first;
}

function unknown(reason: string): FoundOutcome {
  return { resolved: null, health: "healthy", reason, source: "" };
}

function candidateOf(evidence: OutcomeEvidence, rollout: RolloutKey) {
  return { distance: distanceOf(evidence, rollout), found: found(evidence.outcome, evidence.source) };
}

function found(outcome: Outcome, source: string): FoundOutcome {
  return { resolved: outcome.resolved, health: outcome.health, reason: outcome.reason, source };
}

/** Number of folder steps between two files; 0 in the same folder and for files given as everybody's outcome. */
function distanceOf(evidence: Evidence, rollout: RolloutKey): number {
  if (evidence.everywhere) return 0;
  const a = stepsOf(evidence.folder);
  const b = stepsOf(folderOf(rollout.sourceFile));
  let common = 0;
  while (common < a.length && common < b.length && a[common] === b[common]) common += 1;
  return a.length + b.length - 2 * common;
}

/** True when the rollout lies in the report's folder or below it, or in the same archive. */
function covers(report: Evidence, rollout: RolloutKey): boolean {
  const folder = folderOf(rollout.sourceFile);
  const archive = report.sourceFile.indexOf("#");
  if (archive !== -1 && rollout.sourceFile.startsWith(report.sourceFile.slice(0, archive + 1))) return true;
  return folder === report.folder || report.folder === "" || folder.startsWith(`${report.folder}/`);
}

/** True when two files have a folder in common beyond those that all files have, or lie in those themselves. */
function isNear(evidence: Evidence, rollout: RolloutKey, common: number): boolean {
  const a = stepsOf(evidence.folder);
  const b = stepsOf(folderOf(rollout.sourceFile));
  if (a.length <= common || b.length <= common) return true;
  return a[common] === b[common];
}

/** Number of leading folders that all the given ones share. */
function commonSteps(folders: readonly string[]): number {
  const [first = [], ...rest] = [...new Set(folders)].map(stepsOf);
  return rest.reduce((common, steps) => {
    let same = 0;
    while (same < common && steps[same] === first[same]) same += 1;
    return same;
  }, first.length);
}

function stepsOf(folder: string): string[] {
  return folder === "" ? [] : folder.split(/[/#]/);
}

function key(first: string | null, labels: { readonly condition: string; readonly run: string | null }): string {
  return JSON.stringify([first, labels.condition, labels.run]);
}

function push<T>(map: Map<string, T[]>, at: string, value: T): void {
  const list = map.get(at);
  if (list) list.push(value);
  else map.set(at, [value]);
}
