/** A task of a repository with what places it in time. */
export interface DatedTask {
  readonly taskId: string;
  readonly repo: string | null;
  readonly baseCommit: string | null;
  readonly goldPatch: string | null;
  /** ISO 8601; null when unknown. */
  readonly createdAt: string | null;
}

/**
 * Negative when `one` comes before `other`, null when that cannot be told: by their dates where both have one, else by the
 * numbers at the end of their ids, which count pull requests in SWE-bench and its kin.
 */
export function compareInTime(one: DatedTask, other: DatedTask): number | null {
  const [first, second] = [Date.parse(one.createdAt ?? ""), Date.parse(other.createdAt ?? "")];
  if (!Number.isNaN(first) && !Number.isNaN(second)) return first - second;
  const [a, b] = [numberOf(one.taskId), numberOf(other.taskId)];
  return a === null || b === null ? null : a - b;
}

function numberOf(taskId: string): number | null {
  const digits = /__.+-(\d+)$/.exec(taskId)?.[1];
  return digits === undefined ? null : Number(digits);
}
