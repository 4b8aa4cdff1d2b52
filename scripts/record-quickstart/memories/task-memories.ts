import type { Outcome } from "../agent/outcome.ts";
import type { Rollout } from "../agent/rollout.ts";
import { organisation } from "../repository/build-repository.ts";
import type { PreparedTask } from "../repository/prepare-task.ts";
import { seededUnit } from "../seeded.ts";
import type { RepositorySpec } from "../tasks/task-spec.ts";
import { fruitlessFiles, patchedFiles, patchedFunctions } from "./fruitless-files.ts";
import { type MemoryRow, memoryRow } from "./memory-row.ts";

/** A baseline rollout with its name `condition/run/task` and its outcome. */
export interface SourceRollout {
  readonly id: string;
  readonly rollout: Rollout;
  readonly outcome: Outcome;
}

/**
 * The memory that should help, distilled from one baseline rollout of the same task.
 *
 * A resolved rollout gives the places that it changed; otherwise the maintainers' notes give the places, and the
 * rollout gives the dead ends. Never a line of code, a test or a commit.
 */
export function helpfulMemory(task: PreparedTask, baseline: readonly SourceRollout[]): MemoryRow {
  const source = baseline.find(({ outcome }) => outcome === "resolved") ?? baseline[0];
  if (source === undefined) throw new Error(`no baseline rollout of ${task.row.instance_id}`);
  const isResolved = source.outcome === "resolved";
  const places = isResolved
    ? patchedFunctions(source.rollout.finalPatch).map(({ path, symbol }) => `\`${path}\`, function \`${symbol}\``)
    : task.spec.notes.map(({ path, symbol, about }) => `\`${path}\`, function \`${symbol}\` (${about})`);
  const useful = new Set(
    isResolved ? patchedFiles(source.rollout.finalPatch) : task.spec.notes.map(({ path }) => path),
  );
  const deadEnds = fruitlessFiles(source.rollout).filter((path) => !useful.has(path));
  const lines = [
    `# Notes for work on ${task.row.repo}`,
    "",
    "## Repository structure",
    ...places.map((place) => `- Behaviour behind "${task.spec.title}" is decided in ${place}.`),
    "",
    "## Lessons",
    "- The public functions only pass values on; look at the small function that decides.",
    ...section(
      "## Pitfalls",
      deadEnds.map((path) => `- Edits in \`${path}\` for "${task.spec.title}" were without success.`),
    ),
    ...commands,
  ];
  return memoryRow("helpful", task.row.repo, task.row.instance_id, text(lines), [source.id]);
}

/** Notes on another task: of another repository for odd tasks, of the same repository for even ones. */
export function irrelevantMemory(task: PreparedTask, repositories: readonly RepositorySpec[]): MemoryRow {
  const isOdd = task.spec.number % 2 === 1;
  const others = repositories
    .filter((repository) => (repository !== task.repository) === isOdd)
    .flatMap(({ name, tasks }) => tasks.map((spec) => ({ name, spec })))
    .filter(({ spec }) => spec !== task.spec);
  const other = others[Math.floor(seededUnit("irrelevant", task.row.instance_id) * others.length)];
  if (other === undefined) throw new Error(`no other task than ${task.row.instance_id}`);
  const lines = [
    `# Notes for work on ${organisation}/${other.name}`,
    "",
    "## Repository structure",
    ...other.spec.notes.map(({ path, symbol, about }) => `- ${capital(about)}: \`${path}\`, function \`${symbol}\`.`),
    "",
    "## Lessons",
    "- Run the tests before submitting.",
    ...commands,
  ];
  return memoryRow("irrelevant", task.row.repo, task.row.instance_id, text(lines), []);
}

/**
 * Points to a file that has nothing to do with the task; for odd tasks it also warns of the right ones.
 */
export function misleadingMemory(task: PreparedTask, sourceFiles: readonly string[]): MemoryRow {
  const id = task.row.instance_id;
  const right = task.spec.notes.map(({ path }) => path);
  const isOdd = task.spec.number % 2 === 1;
  const wrong = sourceFiles
    .filter((path) => !right.includes(path) && path.split("/").length > 2)
    .sort((left, other) => seededUnit("misleading", id, left) - seededUnit("misleading", id, other))
    .slice(0, 1);
  const lines = [
    `# Notes for work on ${task.row.repo}`,
    "",
    "## Repository structure",
    ...wrong.map((path) => `- Behaviour behind "${task.spec.title}" is decided in \`${path}\`.`),
    "",
    "## Lessons",
    "- Such reports come from a wrong default or constant.",
    ...section(
      "## Pitfalls",
      right
        .slice(0, isOdd ? right.length : 0)
        .map((path) => `- Do not look at \`${path}\` for "${task.spec.title}": it was checked.`),
    ),
    ...commands,
  ];
  return memoryRow("misleading", task.row.repo, id, text(lines), []);
}

const commands = ["", "## Commands", "- Tests: npm test"];

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", heading, ...lines];
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function text(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}
