/** What the order of a task in time is told from. */
export interface DatedTask {
  readonly taskId: string;
  readonly createdAt: string | null;
}

/**
 * Tasks of one repository in the order in which their issues came up: by date when each has one, else by the number at the end of
 * their ids, which SWE-bench takes from the pull request, and by the id where there is none.
 */
export function inIssueOrder<Task extends DatedTask>(tasks: readonly Task[]): readonly Task[] {
  const isDated = tasks.every(({ createdAt }) => createdAt !== null);
  return tasks.toSorted((one, other) => {
    if (isDated && one.createdAt !== other.createdAt) return (one.createdAt ?? "") < (other.createdAt ?? "") ? -1 : 1;
    const [a, b] = [numberOf(one.taskId), numberOf(other.taskId)];
    if (!isDated && a !== b) return a - b;
    return one.taskId < other.taskId ? -1 : one.taskId > other.taskId ? 1 : 0;
  });
}

function numberOf(taskId: string): number {
  return Number(/(\d+)\D*$/.exec(taskId)?.[1] ?? Number.MAX_SAFE_INTEGER);
}
