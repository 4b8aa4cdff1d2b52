/** Which tasks one system resolved. */
export interface ResolvedSet {
  readonly name: string;
  readonly resolved: ReadonlySet<string>;
}

/** Tasks that exactly these systems resolved, and no other of those compared. */
export interface Intersection {
  readonly systems: readonly string[];
  readonly count: number;
  /** Sorted. */
  readonly tasks: readonly string[];
}

/** How the resolved sets of several systems overlap. */
export interface Overlap {
  readonly systems: readonly { readonly name: string; readonly resolved: number; readonly exclusive: number }[];
  /** Tasks that at least one resolved, and that all did. */
  readonly union: number;
  readonly all: number;
  /** Every non-empty one, largest first; their counts sum to `union`. */
  readonly intersections: readonly Intersection[];
}

/** Splits the tasks that systems resolved by exactly which systems did. Source: docs/papers.md#upset. */
export function overlapOf(sets: readonly ResolvedSet[]): Overlap {
  const parts = new Map<string, string[]>();
  for (const task of [...new Set(sets.flatMap(({ resolved }) => [...resolved]))].sort()) {
    const key = sets.map(({ resolved }) => (resolved.has(task) ? "1" : "0")).join("");
    const part = parts.get(key);
    if (part === undefined) parts.set(key, [task]);
    else part.push(task);
  }
  const membersOf = (key: string): string[] => sets.filter((_, at) => key[at] === "1").map(({ name }) => name);
  const intersections = [...parts]
    .sort(([one, tasks], [other, others]) => others.length - tasks.length || (one < other ? 1 : -1))
    .map(([key, tasks]) => ({ systems: membersOf(key), count: tasks.length, tasks }));
  const countOf = (wanted: (members: number) => boolean, name?: string): number =>
    intersections
      .filter(({ systems }) => wanted(systems.length) && (name === undefined || systems.includes(name)))
      .reduce((sum, { count }) => sum + count, 0);
  return {
    systems: sets.map(({ name, resolved }) => ({
      name,
      resolved: resolved.size,
      exclusive: countOf((members) => members === 1, name),
    })),
    union: countOf(() => true),
    all: sets.length === 0 ? 0 : countOf((members) => members === sets.length),
    intersections,
  };
}
