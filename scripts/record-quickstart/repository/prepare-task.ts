import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { issueText } from "../tasks/issue-text.ts";
import { regressionTest } from "../tasks/regression-test.ts";
import type { RepositorySpec, TaskSpec } from "../tasks/task-spec.ts";
import { type BuiltRepository, cloneTask, organisation, taskCreatedAt } from "./build-repository.ts";
import { measure } from "./measure.ts";
import { runOrThrow } from "./run-command.ts";
import { runTests } from "./run-tests.ts";

/** A row of `tasks.jsonl`, with the column names of SWE-bench. */
export interface TaskRow {
  readonly instance_id: string;
  readonly repo: string;
  readonly base_commit: string;
  readonly patch: string;
  readonly test_patch: string;
  readonly problem_statement: string;
  readonly hints_text: string;
  readonly created_at: string;
  readonly version: string;
  readonly FAIL_TO_PASS: readonly string[];
  readonly PASS_TO_PASS: readonly string[];
  readonly environment_setup_commit: string;
}

/** A task that was checked and is ready for rollouts. */
export interface PreparedTask {
  readonly row: TaskRow;
  readonly spec: TaskSpec;
  readonly repository: RepositorySpec;
  /** A clean clone at the base commit; rollouts work on copies of it. */
  readonly clone: string;
}

/**
 * Clones a task, measures its examples, writes its issue and patches, and checks it.
 *
 * Throws when no hidden test fails before and passes after, or when a test passes before and fails after.
 */
export async function prepareTask(repository: BuiltRepository, task: TaskSpec, root: string): Promise<PreparedTask> {
  const { spec } = repository;
  const id = `${organisation}__${spec.name}-${task.number}`;
  const clone = join(root, id);
  await cloneTask(repository, task, clone);
  const scratch = `${clone}.scratch`;
  await cp(clone, scratch, { recursive: true });

  const got = await measure(scratch, task.imports, task.examples);
  const testPath = `test/regression-${task.number}.test.js`;
  const fixed = `${clone}.fixed`;
  await cp(repository.directory, fixed, { recursive: true });
  const hidden = task.hiddenTests.flatMap(({ expressions }) => expressions);
  const correct = await measure(fixed, task.imports, [...task.examples, ...hidden]);
  const expected = correct.slice(0, task.examples.length);
  const test = regressionTest(task, correct.slice(task.examples.length));

  await mkdir(join(scratch, "test"), { recursive: true });
  await writeFile(join(scratch, testPath), test);
  const before = await runTests(scratch);
  const testPatch = await runOrThrow(scratch, `git add -N ${testPath} && git diff`);
  await writeFixedSources(scratch, fixed, task);
  const after = await runTests(scratch);
  const patch = await runOrThrow(scratch, "git diff -- src");
  const base = (await runOrThrow(clone, "git rev-parse HEAD")).trim();
  const setup = (await runOrThrow(repository.directory, "git rev-parse main")).trim();
  await rm(scratch, { recursive: true });
  await rm(fixed, { recursive: true });

  const passing = [...after].filter(([, passed]) => passed).map(([name]) => name);
  const failToPass = passing.filter((name) => before.get(name) === false);
  const broken = [...before].filter(([name, passed]) => passed && after.get(name) !== true);
  if (failToPass.length === 0 || broken.length > 0 || passing.length !== after.size) {
    throw new Error(`${id}: the gold patch does not turn the tests from failing to passing`);
  }
  const row: TaskRow = {
    instance_id: id,
    repo: `${organisation}/${spec.name}`,
    base_commit: base,
    patch,
    test_patch: testPatch,
    problem_statement: issueText(task, expected, got),
    hints_text: "",
    created_at: taskCreatedAt(spec, task),
    version: spec.version,
    FAIL_TO_PASS: failToPass,
    PASS_TO_PASS: passing.filter((name) => before.get(name) === true),
    environment_setup_commit: setup,
  };
  return { row, spec: task, repository: spec, clone };
}

async function writeFixedSources(scratch: string, fixed: string, task: TaskSpec): Promise<void> {
  for (const path of new Set(task.mutations.map((mutation) => mutation.path))) {
    await writeFile(join(scratch, path), await readFile(join(fixed, path), "utf8"));
  }
}
