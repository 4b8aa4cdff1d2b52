import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { mapWithJobs } from "./job-pool.ts";
import { type BuiltRepository, buildRepository, organisation } from "./repository/build-repository.ts";
import { type PreparedTask, prepareTask } from "./repository/prepare-task.ts";
import { runOrThrow } from "./repository/run-command.ts";
import { daybook } from "./tasks/daybook.ts";
import { ledger } from "./tasks/ledger.ts";
import { stencil } from "./tasks/stencil.ts";

/** All repositories, in the order in which they are recorded. */
export const repositorySpecs = [stencil, daybook, ledger] as const;

/** A built repository with the paths of its source files at the tip of `main`. */
export interface QuickstartRepository extends BuiltRepository {
  readonly sourceFiles: readonly string[];
}

/** Repositories and checked tasks in a work folder. */
export interface Quickstart {
  readonly repositories: readonly QuickstartRepository[];
  readonly tasks: readonly PreparedTask[];
}

const sources = fileURLToPath(new URL("./repositories", import.meta.url));

/** The identifiers of all tasks, in order. */
export const taskIds: readonly string[] = repositorySpecs.flatMap((spec) =>
  spec.tasks.map((task) => `${organisation}__${spec.name}-${task.number}`),
);

/** Builds every repository below `root` and prepares the tasks that `wants` says yes to. */
export async function prepareQuickstart(
  root: string,
  jobs: number,
  wants: (taskId: string) => boolean = () => true,
): Promise<Quickstart> {
  const repositories = await mapWithJobs(repositorySpecs, jobs, async (spec) => {
    const built = await buildRepository(spec, join(sources, spec.name), join(root, "repositories", spec.name));
    const listing = await runOrThrow(built.directory, "git ls-files src");
    return { ...built, sourceFiles: listing.trim().split("\n") };
  });
  const wanted = repositories.flatMap((repository) =>
    repository.spec.tasks
      .filter((task) => wants(`${organisation}__${repository.spec.name}-${task.number}`))
      .map((task) => ({ repository, task })),
  );
  const tasks = await mapWithJobs(wanted, jobs, ({ repository, task }) =>
    prepareTask(repository, task, join(root, "tasks")),
  );
  return { repositories, tasks };
}
